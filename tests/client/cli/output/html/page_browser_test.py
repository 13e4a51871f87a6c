# SPDX-License-Identifier: Apache-2.0
"""Opens pages of `footnote --format html` in Chromium, and does with them what a reader would.

The pages come from the program and a server whose upstream is the emulator.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

from selenium import webdriver
from selenium.common.exceptions import NoAlertPresentException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

SERVER = CLI = None
PATIENCE = 60  # seconds, for a machine that has much else to do

SCRIPT = "<script>alert(1)</script>"
IMAGE = "<img src=x onerror=alert(1)>"
SEARCH_RESULTS = [
    {
        "source": "https://docs.example.com/retention", "title": "Retention",
        "blocks": {"blocks": [{"text": f"Paragraph {i} of a long text. It has no facts. " * 4 + "\n\n"}
                              for i in range(80)] + [{"text": "Backups are kept for a year.\n"}]},
    },
    {
        "source": "javascript:alert(1)", "title": SCRIPT,
        "text": f"Ignore {SCRIPT} and {IMAGE}. \u202Edesrever\u202C \u0007 \"'></mark>",
    },
    {
        "source": "kb://he", "title": "שמירת נתונים",
        "text": "הנתונים נשמרים למשך 30 יום לאחר סגירת החשבון.",
    },
    {"source": "data:text/html," + SCRIPT, "title": "Uncited " + IMAGE, "text": "Nothing " + IMAGE},
    {"source": "kb://long", "title": "x" * 300, "text": "Unbroken: " + "y" * 500},
]


def citation(hit, start, text):
    return {
        "type": "search_result_location", "source": SEARCH_RESULTS[hit]["source"],
        "title": SEARCH_RESULTS[hit]["title"], "cited_text": text, "search_result_index": hit,
        "start_block_index": start, "end_block_index": start + 1,
    }


MESSAGE = {
    "type": "message", "id": "msg_1", "role": "assistant", "model": "claude-test",
    "stop_reason": "end_turn", "stop_sequence": None,
    "usage": {"input_tokens": 10, "output_tokens": 5},
    "content": [
        {"type": "text", "text": "Backups live for a year",
         "citations": [citation(0, 80, "Backups are kept for a year.\n")]},
        {"type": "text", "text": ". Nobody pays for them. "},
        {"type": "text", "text": f"A source has {SCRIPT} {IMAGE}",
         "citations": [citation(1, 0, SEARCH_RESULTS[1]["text"]), citation(4, 0, SEARCH_RESULTS[4]["text"])]},
        {"type": "text", "text": " In Hebrew", "citations": [citation(2, 0, SEARCH_RESULTS[2]["text"])]},
        {"type": "text", "text": ", which is not what was quoted",
         "citations": [citation(2, 0, "Something else.")]},
        {"type": "text", "text": f". See javascript:alert(1) {SCRIPT}"},
    ],
}

CONTRAST = """
const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
const luminance = (c) => {
  const [r, g, b] = c.slice(0, 3).map((v) => v / 255)
      .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const backdrop = (e) => {
  for (; e; e = e.parentElement) {
    const c = rgb(getComputedStyle(e).backgroundColor);
    if (c.length < 4 || c[3] === 1) return c;
  }
  return [255, 255, 255];
};
let worst = 21;
for (const e of document.querySelectorAll('p, h1, h2, h3, a, mark, span, sup, li, footer, blockquote')) {
  const pair = [luminance(rgb(getComputedStyle(e).color)), luminance(backdrop(e))].sort();
  worst = Math.min(worst, (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05));
}
return worst;
"""


class HtmlPageTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(dir=os.environ.get("TEST_TMPDIR"))
        results = cls.write("search_results.json", json.dumps(SEARCH_RESULTS))
        message = cls.write("message.json", json.dumps(MESSAGE))
        server = subprocess.Popen([SERVER, "--listen=127.0.0.1:0", "--upstream=emulator"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            address = server.stdout.readline().strip().removeprefix("listening on ")
            flags = ["--server", address, "--deadline", f"{PATIENCE}s", "--search-results", results,
                     "--format", "html"]
            cls.resolved = cls.render("resolved", ["resolve", "--message", message, *flags,
                                                   f"How long? {SCRIPT}"])
            cls.asked = cls.render("asked", ["ask", *flags, "How long are backups kept?"])
        finally:
            server.terminate()
            server.wait(timeout=PATIENCE)
            server.stdout.close()
        cls.driver = cls.start_browser()

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.folder.cleanup()

    @classmethod
    def write(cls, name, content):
        path = os.path.join(cls.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        return path

    @classmethod
    def render(cls, name, words):
        page = subprocess.run([CLI, *words], check=True, stdout=subprocess.PIPE,
                              encoding="utf-8").stdout
        return "file://" + cls.write(name + ".html", page)

    @classmethod
    def start_browser(cls):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                         "--disable-gpu", "--no-first-run", "--disable-background-networking",
                         "--disable-component-update", "--force-prefers-reduced-motion",
                         "--user-data-dir=" + os.path.join(cls.folder.name, "profile")):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        driver.set_page_load_timeout(PATIENCE)
        driver.set_script_timeout(PATIENCE)
        return driver

    def open(self, url, width=1280, height=800, scheme="light"):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        # From elsewhere, since going to another place of the same page loads nothing.
        self.driver.get("about:blank")
        self.driver.get(url)

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition, message):
        WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05).until(
            lambda _: condition(), message)

    def colour(self, element):
        return self.js("return getComputedStyle(arguments[0]).backgroundColor", element)

    def is_in_view(self, element):
        """Whether the element's first line is what one sees where it is."""
        return self.js("""
            const box = arguments[0].getClientRects()[0];
            const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return seen !== null && arguments[0].contains(seen);""", element)

    def passage_of(self, mark):
        return self.driver.find_element(By.ID, mark.get_attribute("href").split("#")[1])

    def follow_every_mark(self, url, **size):
        """Clicks each mark of the answer; returns the texts of the passages that this leads to."""
        self.open(url, **size)
        texts = []
        for mark in self.driver.find_elements(By.CSS_SELECTOR, ".answer .mark"):
            passage = self.passage_of(mark)
            self.js("location.hash = ''; scrollTo(0, 0)")  # two marks may have one passage
            before = self.colour(passage)
            mark.click()
            self.wait(lambda p=passage, b=before: self.colour(p) != b, "the passage lights up")
            self.wait(lambda p=passage: self.is_in_view(p), "the passage is in view")
            texts.append(self.js("return arguments[0].textContent", passage))
        return texts

    def test_a_click_on_a_citation_leads_to_the_passage_that_is_cited(self):
        for size in ({}, {"width": 360, "height": 640}):
            texts = self.follow_every_mark(self.resolved, **size)
            self.assertEqual(texts[0], "Backups are kept for a year.")
            self.assertIn(SCRIPT, texts[1])
            self.assertEqual(texts[3], SEARCH_RESULTS[2]["text"])

    def test_the_page_of_a_question_that_was_asked_does_so_too(self):
        texts = self.follow_every_mark(self.asked)
        self.assertIn("Backups are kept for a year.", texts)

    def test_a_passage_leads_back_to_its_citation(self):
        self.open(self.resolved)
        mark = self.driver.find_element(By.CSS_SELECTOR, ".answer .mark")
        mark.click()
        back = self.driver.find_element(
            By.CSS_SELECTOR, f"#{self.passage_of(mark).get_attribute('id')} + sup a")
        back.click()
        self.wait(lambda: self.js("return document.querySelector(':target') === arguments[0]", mark),
                  "the mark is the target")
        self.wait(lambda: self.is_in_view(mark), "the mark is in view")

    def test_citations_work_by_keyboard(self):
        self.open(self.resolved)
        mark = self.driver.find_element(By.CSS_SELECTOR, ".answer .mark")
        mark.send_keys("\ue007")  # Enter
        self.wait(lambda: self.js("return document.querySelector(':target') === arguments[0]",
                                  self.passage_of(mark)), "the passage is the target")

    def test_nothing_from_a_hit_or_an_answer_runs_loads_or_links(self):
        for url in (self.resolved, self.asked):
            self.open(url)
            for summary in self.driver.find_elements(By.TAG_NAME, "summary"):
                summary.click()
            with self.assertRaises(NoAlertPresentException):
                _ = self.driver.switch_to.alert
            body = self.js("return document.body.innerText")
            self.assertIn(SCRIPT, body)
            self.assertIn(IMAGE, body)
            self.assertIn("javascript:alert(1)", body)
            for tag in ("script", "img", "iframe", "object", "link"):
                self.assertEqual(self.driver.find_elements(By.TAG_NAME, tag), [])
            links = self.js("return [...document.links].map((a) => a.getAttribute('href'))")
            for link in links:
                self.assertTrue(link.startswith("#") or link.startswith("https://docs."), link)
            handlers = self.js("return [...document.querySelectorAll('*')].flatMap("
                               "(e) => e.getAttributeNames()).filter((n) => n.startsWith('on'))")
            self.assertEqual(handlers, [])
            self.assertEqual([entry["message"] for entry in self.driver.get_log("browser")], [])
            self.assertEqual(self.requests(), {url})

    def requests(self):
        events = [json.loads(entry["message"])["message"]
                  for entry in self.driver.get_log("performance")]
        return {event["params"]["request"]["url"] for event in events
                if event["method"] == "Network.requestWillBeSent"} - {"about:blank"}

    def test_a_script_that_got_in_all_the_same_would_not_run(self):
        self.open(self.resolved)
        self.js("""
            const script = document.createElement('script');
            script.textContent = 'document.title = "ran"';
            document.body.append(script);""")
        self.assertNotEqual(self.driver.title, "ran")

    def test_what_is_not_cited_or_not_right_is_flagged(self):
        self.open(self.resolved)
        uncited = [e.text for e in self.driver.find_elements(By.CSS_SELECTOR, ".uncited")]
        self.assertIn("Nobody pays for them.", uncited)
        self.assertTrue(self.driver.find_elements(By.CSS_SELECTOR, ".coverage progress"))
        verdicts = [e.text for e in self.driver.find_elements(By.CSS_SELECTOR, ".verdict")]
        self.assertIn("exact", verdicts)
        self.assertIn("mismatch (the texts differ)", verdicts)

    def test_nothing_is_wider_than_a_small_phone(self):
        for url in (self.resolved, self.asked):
            self.open(url, width=320, height=640)
            for summary in self.driver.find_elements(By.TAG_NAME, "summary"):
                self.js("arguments[0].click()", summary)
            self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 320)

    def test_text_has_enough_contrast_in_light_and_dark(self):
        grounds = set()
        for scheme in ("light", "dark"):
            for anchor in ("", "#s1p1"):
                self.open(self.resolved + anchor, scheme=scheme)
                self.assertGreaterEqual(self.js(CONTRAST), 4.5, scheme + anchor)
            grounds.add(self.js("return getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(len(grounds), 2)

    def test_right_to_left_text_runs_so(self):
        self.open(self.resolved)
        heading = self.driver.find_element(By.XPATH, f"//h3[contains(., '{SEARCH_RESULTS[2]['title']}')]")
        self.assertEqual(self.js("return getComputedStyle(arguments[0]).direction", heading), "rtl")


if __name__ == "__main__":
    SERVER, CLI = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1], verbosity=2)
