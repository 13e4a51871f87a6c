// SPDX-License-Identifier: Apache-2.0

// Asks Footnote a question, streams the answer, and decodes the error of an invalid request.

import assert from 'node:assert/strict';
import { promisify } from 'node:util';
import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';

// The folders that have footnote/v1, and google/api and google/rpc.
const { FOOTNOTE_PROTO = '../../proto', GOOGLEAPIS_DIR } = process.env;
const server = process.argv[2] ?? process.env.FOOTNOTE_SERVER ?? '127.0.0.1:8080';

// The default of 4 MB is too small for an answer that cites much text.
const MAX_RESPONSE_BYTES = 64 << 20;
const withTimeout = () => ({ deadline: Date.now() + 60_000 });

const definition = protoLoader.loadSync(
  ['footnote/v1/answer_service.proto', 'google/rpc/error_details.proto', 'google/rpc/status.proto'],
  {
    includeDirs: [FOOTNOTE_PROTO, GOOGLEAPIS_DIR],
    keepCase: true,
    enums: String,
    longs: Number,
    defaults: true,
    arrays: true,
    oneofs: true,
  },
);
const { AnswerService } = grpc.loadPackageDefinition(definition).footnote.v1;

// The results of your search: id and text.
const TEXTS = {
  prices:
    '🎉 カフェ「フットノート」へようこそ。\n\n' +
    'The monthly plan costs ¥1,000.\n\n' +
    'The café is closed on Mondays.',
  refunds: 'Refunds are possible within 30 days.',
};

const request = {
  question: 'How much does the monthly plan cost?',
  search_results: Object.entries(TEXTS).map(([id, text]) => ({
    id,
    source: `kb://${id}`,
    title: `About ${id}`,
    text,
  })),
};

// Gets an answer and prints it with its citations.
async function ask(client) {
  const answerCall = promisify(client.Answer.bind(client));
  const { answer } = await answerCall(request, new grpc.Metadata(), withTimeout());
  console.log('answer:', answer.text);
  const citations = answer.blocks.flatMap((block) => block.text?.citations ?? []);
  for (const citation of citations) {
    // JavaScript strings are indexed by UTF-16 code unit.
    const text = TEXTS[citation.source.id];
    const cited = citation.source_spans
      .map((span) => text.slice(span.utf16_start, span.utf16_end))
      .join('');
    const { number } = answer.references[citation.reference_index];
    const { verdict } = citation.verification;
    console.log(`[${number}] ${citation.source.id}, ${verdict}: ${cited.trim()}`);
    assert.equal(verdict, 'VERDICT_EXACT');
    assert.equal(cited, citation.cited_text);
  }
  assert.notEqual(citations.length, 0, 'the answer has no citations');
  return answer;
}

// Prints the answer while it is generated, and returns it.
async function stream(client) {
  let text = '';
  let answer;
  process.stdout.write('stream: ');
  for await (const message of client.StreamAnswer({ request }, withTimeout())) {
    for (const event of message.events) {
      switch (event.kind) {
        case 'text_delta':
          process.stdout.write(event.text_delta.text);
          text += event.text_delta.text;
          break;
        case 'completed':
          answer = event.completed.answer;
          break;
        default: // Citations, for example. Ignore kinds that you do not need.
      }
    }
  }
  process.stdout.write('\n');
  assert.equal(text, answer?.text);
  return answer;
}

// Returns the details of an error, by the full name of their type.
function detailsOf(error) {
  const [bytes] = error.metadata.get('grpc-status-details-bin');
  const status = definition['google.rpc.Status'].deserialize(bytes);
  return Object.fromEntries(
    status.details
      .map(({ type_url, value }) => [type_url.split('/').pop(), value])
      .filter(([type]) => type in definition)
      .map(([type, value]) => [type, definition[type].deserialize(value)]),
  );
}

// Sends a request with two faults and prints the violations.
async function sendInvalidRequest(client) {
  const invalid = { question: ' ', search_results: [{ source: 'kb://prices', text: '¥1,000' }] };
  const answerCall = promisify(client.Answer.bind(client));
  const error = await answerCall(invalid, new grpc.Metadata(), withTimeout()).then(
    () => assert.fail('the request is not refused'),
    (error) => error,
  );
  assert.equal(error.code, grpc.status.INVALID_ARGUMENT, error.message);
  const details = detailsOf(error);
  const { reason, domain } = details['google.rpc.ErrorInfo'];
  console.log('error:', reason);
  assert.equal(reason, 'INVALID_REQUEST');
  assert.equal(domain, 'footnote.dev');
  const violations = details['google.rpc.BadRequest'].field_violations;
  for (const { field, reason, description } of violations) {
    console.log(`  ${field}: ${reason}: ${description}`);
  }
  assert.deepEqual(Object.fromEntries(violations.map(({ field, reason }) => [field, reason])), {
    question: 'EMPTY',
    'search_results[0].title': 'EMPTY',
  });
}

const client = new AnswerService(server, grpc.credentials.createInsecure(), {
  'grpc.max_receive_message_length': MAX_RESPONSE_BYTES,
});
try {
  const answer = await ask(client);
  const streamed = await stream(client);
  assert.equal(streamed.text, answer.text);
  await sendInvalidRequest(client);
  console.log('ok');
} finally {
  client.close();
}
