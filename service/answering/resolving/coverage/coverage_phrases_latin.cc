// SPDX-License-Identifier: Apache-2.0
// Phrases of languages in the Latin script. Original work, from general knowledge of the languages.
#include "service/answering/resolving/coverage/coverage_phrases.h"

namespace footnote::answering::resolving {
namespace {

const CoveragePhrases kPhrases[] = {
    {"en",
     "hello|hi|hey|dear|good morning|good afternoon|good evening|welcome|thanks|thank you|thanks "
     "for asking|thanks for your question|thank you for your question|thank you for asking|great "
     "question|good question|sure|of course|certainly|absolutely|happy to help|glad to help|i'd "
     "be happy to help|you're welcome|no problem|best regards|kind regards|goodbye|thanks for "
     "reaching out|thank you for reaching out",
     "let me know if|let me know whether|please let me know|feel free to ask|feel free to reach "
     "out|please feel free to ask|please don't hesitate|don't hesitate to|i hope this helps|i "
     "hope that helps|hope this helps|hope that helps|if you have any other questions|if you have "
     "any more questions|if you have any further questions|if you have further questions|if you "
     "need more information|if you need further|if you'd like me to|if you would like me to|i'm "
     "happy to help|i'd be happy to|i can also help|is there anything else|if you'd like more "
     "information|if you'd like more details|if you'd like more help|i hope that answers|i hope "
     "this answers|hope this answers",
     "here is|here's|here are|below is|below are|the following|summary|these are|this is what|as "
     "follows|the documents say|the documents state|the sources say|the answer is as follows",
     "according to|based on|in summary|to summarize|to sum up|in short|in brief|from the "
     "documents|from the search results|from the sources|to answer your question",
     "here is what|here's what|here is how|here's how|here is a summary|here's a summary|here is "
     "a brief summary|here's a brief summary|here is a quick summary|here's a quick summary|here "
     "is an overview|here's an overview|here is a breakdown|here's a breakdown|here is the answer|"
     "here's the answer|here is the information|here's the information|here is the relevant|"
     "here's the relevant|here are the key points|here are the main points|here are the key "
     "findings|here are the details|here are some details|here are the answers|here are the "
     "results|here are the findings|here are the steps|here are the relevant|below is a summary|"
     "below is an overview|below is what|this is what i|this is what the documents|this is what "
     "the sources|this is what the policy|the documents say the following|the documents state the "
     "following|the sources say the following|the sources state the following|is as follows|are "
     "as follows|i found the following|here it is",
     "let me check|let me search|let me look|let me find|let me see|i'll check|i'll search|i'll "
     "look|i will check|i will search|i will look|i'm going to search|i'm going to look|i "
     "searched for|i'll start by|now let me|let me summarize|let me explain|let me break this "
     "down|let me walk you through|i'll summarize|i'll explain|i will summarize|i will explain",
     "no results were found|no results found|no relevant information|i couldn't find|i could not "
     "find|i did not find|i didn't find|i was unable to find|i'm unable to find|i cannot find|i "
     "can't find|i do not have information|i don't have information|i don't have enough "
     "information|i do not have enough information|there is no mention of|there's no mention of|i "
     "don't know|i do not know|there is no information|there's no information|i found no "
     "information|no information is available|no information was found|found nothing in the "
     "documents|search returned no results|none of the documents mention|none of the sources "
     "mention|none of the search results mention|given no documents to answer from|so i cannot "
     "answer|so i can't answer",
     "documents|document|sources|source|search results|search result|provided text|provided "
     "context|knowledge base|information provided|passages|excerpts|provided materials|given "
     "context|source materials",
     "do not mention|does not mention|don't mention|doesn't mention|do not contain|does not "
     "contain|don't contain|doesn't contain|do not say|does not say|don't say|doesn't say|do not "
     "specify|does not specify|don't specify|doesn't specify|do not state|does not state|don't "
     "state|doesn't state|do not include|does not include|don't include|doesn't include|do not "
     "provide|does not provide|don't provide|doesn't provide|do not address|does not address|"
     "don't address|doesn't address|do not cover|does not cover|don't cover|doesn't cover|do not "
     "indicate|does not indicate|do not describe|does not describe|do not have information|does "
     "not have information|don't have information|doesn't have information|contain no|contains no|"
     "have no information|has no information|provide no|provides no|give no information|gives no "
     "information|make no mention|makes no mention|are silent on|is silent on|are silent about|is "
     "silent about|don't indicate|doesn't indicate|don't describe|doesn't describe|do not answer|"
     "does not answer|don't answer|doesn't answer",
     "but|however|although|though|whereas|instead|nevertheless|only that", ""},
    {"de",
     "hallo|hi|guten tag|guten morgen|guten abend|liebe|lieber|sehr geehrte|sehr geehrter|"
     "willkommen|danke|vielen dank|danke für ihre frage|danke für deine frage|vielen dank für "
     "ihre frage|vielen dank für deine frage|gute frage|gerne|gern|natürlich|selbstverständlich|"
     "klar|gern geschehen|mit freundlichen grüßen|viele grüße",
     "lassen sie mich wissen|lass mich wissen|wenn sie weitere fragen|wenn du weitere fragen|"
     "falls sie weitere fragen|falls du weitere fragen|bei weiteren fragen|ich hoffe, das hilft|"
     "ich hoffe das hilft|sagen sie mir bescheid|sag mir bescheid|zögern sie nicht|ich helfe "
     "gerne|kann ich sonst noch|ich hoffe, diese|ich hoffe, dass|bei fragen",
     "hier ist|hier sind|hier finden sie|hier eine|hier ein|im folgenden|folgende|die folgenden|"
     "zusammenfassung|aus den dokumenten geht hervor|das sagen die dokumente|in den dokumenten "
     "steht|folgendes|in den unterlagen heißt es|in den dokumenten heißt es|aus den unterlagen "
     "ergibt sich|aus den dokumenten ergibt sich|aus den unterlagen geht hervor|hier die",
     "laut|gemäß|nach den|auf grundlage|basierend auf|zusammenfassend|zusammengefasst|kurz gesagt|"
     "um ihre frage zu beantworten",
     "hier ist, was|hier ist eine zusammenfassung|hier ist eine kurze zusammenfassung|hier eine "
     "zusammenfassung|hier eine kurze zusammenfassung|hier ist ein überblick|hier ein überblick|"
     "hier ist die antwort|hier sind die wichtigsten|hier sind die informationen|hier sind die "
     "details|folgendes sagen die dokumente|lässt sich folgendes sagen|steht folgendes|sagen "
     "folgendes|besagen folgendes|ergibt sich folgendes|habe ich folgendes gefunden|wie folgt|im "
     "folgenden finden sie|das sagen die dokumente|das habe ich gefunden",
     "lassen sie mich|lass mich|ich suche nach|ich schaue|ich sehe nach|ich prüfe|ich werde "
     "suchen|ich werde prüfen",
     "keine ergebnisse gefunden|keine informationen gefunden|keine informationen zu|keine "
     "informationen über|keine angaben zu|konnte ich nicht finden|konnte keine|ich habe keine "
     "informationen|nichts gefunden|ich weiß es nicht|keine informationen finden|keine angaben "
     "finden|steht nichts in den quellen|steht nichts in den dokumenten|steht nichts in den "
     "unterlagen",
     "dokumente|dokumenten|dokument|quellen|quelle|suchergebnisse|unterlagen|texte|text|"
     "suchergebnissen",
     "enthalten keine|enthält keine|enthalten nichts|enthält nichts|erwähnen nicht|erwähnt nicht|"
     "sagen nichts|sagt nichts|nennen keine|nennt keine|machen keine angaben|macht keine angaben|"
     "geben keine auskunft|gibt keine auskunft|nicht erwähnt|keine angabe|steht nichts",
     "aber|jedoch|allerdings|sondern|obwohl|dennoch|wohl aber", ""},
    {"fr",
     "bonjour|bonsoir|salut|cher|chère|bienvenue|merci|merci beaucoup|merci pour votre question|"
     "merci pour ta question|merci de votre question|bonne question|bien sûr|certainement|avec "
     "plaisir|volontiers|de rien|cordialement|bien cordialement",
     "n'hésitez pas|n'hésite pas|j'espère que cela vous aide|j'espère que cela|faites-moi savoir|"
     "dites-moi si|dis-moi si|si vous avez d'autres questions|si tu as d'autres questions|je "
     "reste à votre disposition|puis-je vous aider|si vous avez besoin d'aide|si vous avez besoin "
     "de plus|si vous avez besoin d'informations|si vous avez besoin de précisions|si vous avez "
     "d'autres",
     "voici|voilà|résumé|ci-dessous|les suivants|les suivantes|les documents indiquent",
     "d'après|selon|en résumé|pour résumer|en bref|sur la base|à partir des documents|pour "
     "répondre à votre question",
     "voici ce que|voici ce qu'|voici un résumé|voici une synthèse|voici les points|voici les "
     "principaux|voici la réponse|voici les informations|comme suit|indiquent ce qui suit|disent "
     "ce qui suit|précisent ce qui suit",
     "laissez-moi|laisse-moi|je vais chercher|je vais vérifier|je vais rechercher|je vais "
     "regarder|je cherche",
     "aucun résultat|aucune information sur|aucune information n'|je n'ai pas trouvé|je n'ai "
     "trouvé aucun|je n'ai trouvé aucune|je n'ai rien trouvé|je ne trouve pas|je n'ai pas "
     "d'information|je n'ai pas assez d'informations|il n'est pas fait mention|je ne sais pas",
     "documents|document|sources|source|résultats de recherche|textes|texte|contexte",
     "ne mentionnent pas|ne mentionne pas|ne contiennent pas|ne contient pas|ne précisent pas|ne "
     "précise pas|n'indiquent pas|n'indique pas|ne disent pas|ne dit pas|ne disent rien|ne dit "
     "rien|ne fournissent pas|ne fournit pas|ne contiennent aucune|ne contient aucune",
     "mais|cependant|toutefois|pourtant|néanmoins|bien que|bien qu'", ""},
    {"es",
     "hola|buenos días|buenas tardes|buenas noches|estimado|estimada|bienvenido|bienvenida|"
     "gracias|muchas gracias|gracias por tu pregunta|gracias por su pregunta|buena pregunta|claro|"
     "por supuesto|con gusto|de nada|saludos|un saludo|atentamente",
     "avísame si|avíseme si|hazme saber|hágame saber|espero que te ayude|espero que le ayude|si "
     "tienes más preguntas|si tiene más preguntas|si tienes otra pregunta|si tiene otra pregunta|"
     "no dudes en|no dude en|puedo ayudarte en algo|si necesitas más información|si necesita más "
     "información|si necesitas más detalles|si necesita más detalles|si necesitas más ayuda|si "
     "necesita más ayuda|espero que esto|espero que esta información",
     "aquí está|aquí están|aquí tienes|aquí tiene|a continuación|resumen|los siguientes|las "
     "siguientes|estos son|estas son|los documentos indican",
     "según|de acuerdo con|en resumen|en síntesis|con base en|basado en|para responder a",
     "esto es lo que|aquí tienes un resumen|aquí tiene un resumen|aquí está el resumen|aquí está "
     "la respuesta|aquí están los puntos|se muestra un resumen|se presenta un resumen|es la "
     "siguiente|es el siguiente|son los siguientes|son las siguientes|dicen lo siguiente|indican "
     "lo siguiente|indica lo siguiente",
     "déjame|déjeme|permíteme|permítame|voy a buscar|voy a revisar|voy a comprobar|buscaré|estoy "
     "buscando",
     "no se encontraron resultados|no encontré|no he encontrado|no pude encontrar|no hay "
     "información sobre|no hay información acerca|no se encontró información|no tengo información|"
     "no dispongo de información|no se menciona|no lo sé",
     "documentos|documento|fuentes|fuente|resultados de búsqueda|textos|texto|contexto",
     "no mencionan|no menciona|no contienen|no contiene|no especifican|no especifica|no indican|"
     "no indica|no dicen|no dice|no incluyen|no incluye|no proporcionan|no proporciona",
     "pero|sin embargo|aunque|no obstante|sino", ""},
    {"it",
     "ciao|salve|buongiorno|buonasera|gentile|benvenuto|benvenuta|grazie|grazie mille|grazie per "
     "la domanda|grazie per la tua domanda|ottima domanda|bella domanda|certo|certamente|"
     "volentieri|prego|cordiali saluti",
     "fammi sapere|mi faccia sapere|spero che questo|spero di essere stato|se hai altre domande|"
     "se ha altre domande|non esitare|non esiti|posso aiutarti|se hai bisogno di altro|se ha "
     "bisogno di altro|se hai bisogno di aiuto|se ha bisogno di aiuto|se hai bisogno di ulteriori|"
     "se ha bisogno di ulteriori|se hai bisogno di maggiori|se ha bisogno di maggiori",
     "ecco|di seguito|qui di seguito|riepilogo|i seguenti|le seguenti|i documenti dicono",
     "secondo|in base a|in base ai|sulla base|in sintesi|in breve|riassumendo|dai documenti|per "
     "rispondere",
     "ecco cosa|ecco quanto|ecco un riassunto|ecco una sintesi|ecco la risposta|ecco i punti|ecco "
     "le informazioni|dicono quanto segue|indicano quanto segue|come segue|è la seguente|sono i "
     "seguenti|sono le seguenti",
     "lasciami|mi lasci|fammi controllare|vado a cercare|cerco|controllo|verifico",
     "nessun risultato|non ho trovato|non sono riuscito a trovare|non ci sono informazioni|"
     "nessuna informazione su|non ho informazioni|non viene menzionato|non lo so",
     "documenti|documento|fonti|fonte|risultati della ricerca|testi|testo|contesto",
     "non menzionano|non menziona|non contengono|non contiene|non specificano|non specifica|non "
     "indicano|non indica|non dicono|non dice|non forniscono|non fornisce|non riportano|non "
     "riporta",
     "ma|però|tuttavia|sebbene|bensì", ""},
    {"pt",
     "olá|oi|bom dia|boa tarde|boa noite|prezado|prezada|caro|cara|bem-vindo|bem-vinda|obrigado|"
     "obrigada|muito obrigado|obrigado pela pergunta|obrigado pela sua pergunta|boa pergunta|"
     "claro|com certeza|com prazer|de nada|atenciosamente",
     "avise-me se|me avise se|me diga se|espero que isso|espero ter ajudado|se tiver mais "
     "perguntas|não hesite|fique à vontade|posso ajudar com|se precisar de mais|se precisar de "
     "ajuda|se você tiver mais|se você tiver outras|se você tiver dúvidas|se você tiver alguma "
     "dúvida|se tiver outras perguntas|se tiver outras dúvidas",
     "aqui está|aqui estão|a seguir|abaixo|resumo|os seguintes|as seguintes|os documentos dizem",
     "segundo|de acordo com|em resumo|resumindo|com base em|com base nos|para responder",
     "aqui está o que|aqui está um resumo|aqui está a resposta|aqui estão os pontos|aqui estão as "
     "informações|dizem o seguinte|indicam o seguinte|é a seguinte|é o seguinte|são os seguintes|"
     "são as seguintes",
     "deixe-me|deixa-me|vou procurar|vou verificar|vou pesquisar|vou buscar|estou procurando",
     "nenhum resultado|não encontrei|não foi possível encontrar|não consegui encontrar|não há "
     "informações sobre|não há informação|não tenho informações|não é mencionado|não sei",
     "documentos|documento|fontes|fonte|resultados da pesquisa|textos|texto|contexto",
     "não mencionam|não menciona|não contêm|não contém|não especificam|não especifica|não indicam|"
     "não indica|não dizem|não diz|não informam|não informa|não fornecem|não fornece",
     "mas|porém|no entanto|contudo|embora|todavia", ""},
    {"nl",
     "hallo|hoi|goedemorgen|goedemiddag|goedenavond|beste|geachte|welkom|bedankt|dank je|dank u|"
     "bedankt voor je vraag|bedankt voor uw vraag|goede vraag|natuurlijk|zeker|graag gedaan|met "
     "vriendelijke groet",
     "laat het me weten|laat me weten|ik hoop dat dit|als je nog vragen|als u nog vragen|heb je "
     "nog vragen|heeft u nog vragen|aarzel niet|kan ik je nog",
     "hier is|hier zijn|hieronder|hier volgt|samenvatting|de volgende|dit zijn|in de documenten "
     "staat",
     "volgens|op basis van|samengevat|samenvattend|kortom",
     "hier is wat|hier is een samenvatting|hier volgt een samenvatting|hier is het antwoord|hier "
     "zijn de belangrijkste|dit is wat|zeggen het volgende|vermelden het volgende|staat het "
     "volgende|als volgt",
     "laat me|laat mij|ik ga zoeken|ik zal zoeken|ik zoek|ik controleer|ik kijk",
     "geen resultaten gevonden|geen informatie gevonden|geen informatie over|ik kon geen|ik heb "
     "niets gevonden|niet kunnen vinden|ik heb geen informatie|ik weet het niet",
     "documenten|document|bronnen|bron|zoekresultaten|teksten|tekst",
     "vermelden niet|vermeldt niet|vermelden geen|vermeldt geen|bevatten geen|bevat geen|noemen "
     "geen|noemt geen|zeggen niets|zegt niets|geven geen|geeft geen",
     "maar|echter|hoewel|wel", ""},
    {"da",
     "hej|goddag|godmorgen|god aften|kære|velkommen|tak|mange tak|tak for dit spørgsmål|godt "
     "spørgsmål|selvfølgelig|naturligvis|gerne|selv tak|venlig hilsen|med venlig hilsen",
     "lad mig vide|sig til, hvis|sig til hvis|jeg håber, det hjælper|jeg håber det hjælper|hvis "
     "du har flere spørgsmål|tøv ikke|hvis du har brug for mere|hvis du har brug for flere|hvis "
     "du har brug for hjælp|hvis du har brug for yderligere",
     "her er|nedenfor|opsummering|de følgende|følgende|dette er",
     "ifølge|baseret på|på baggrund af|sammenfattende|kort sagt",
     "her er hvad|her er, hvad|her er et resumé|her er en opsummering|her er svaret|her er de "
     "vigtigste|siger følgende|er følgende|som følger",
     "lad mig|jeg søger|jeg vil søge|jeg tjekker|jeg undersøger",
     "ingen resultater|ingen oplysninger om|jeg kunne ikke finde|jeg fandt ikke|jeg har ingen "
     "oplysninger|det ved jeg ikke",
     "dokumenterne|dokumentet|kilderne|kilden|søgeresultaterne|teksten",
     "nævner ikke|indeholder ikke|indeholder ingen|oplyser ikke|angiver ikke|siger ikke|siger "
     "intet",
     "men|dog|derimod", ""},
    {"nb",
     "hei|hallo|god morgen|god dag|god kveld|kjære|velkommen|takk|tusen takk|takk for spørsmålet|"
     "godt spørsmål|selvfølgelig|gjerne|bare hyggelig|vennlig hilsen|med vennlig hilsen",
     "gi meg beskjed|si ifra hvis|si fra hvis|jeg håper dette hjelper|hvis du har flere spørsmål|"
     "ikke nøl|hvis du trenger mer|hvis du trenger flere|hvis du trenger hjelp|hvis du trenger "
     "ytterligere",
     "her er|nedenfor|oppsummering|de følgende|følgende|dette er",
     "ifølge|i følge|basert på|oppsummert|kort sagt",
     "her er hva|her er en oppsummering|her er svaret|her er de viktigste|sier følgende|er "
     "følgende|som følger",
     "la meg|jeg søker|jeg skal søke|jeg sjekker|jeg skal sjekke",
     "ingen resultater|ingen informasjon om|jeg fant ikke|jeg fant ingen|jeg kunne ikke finne|jeg "
     "har ingen informasjon|det vet jeg ikke",
     "dokumentene|dokumentet|kildene|kilden|søkeresultatene|teksten",
     "nevner ikke|inneholder ikke|inneholder ingen|oppgir ikke|angir ikke|sier ikke|sier ingenting",
     "men|derimot|imidlertid", ""},
    {"sv",
     "hej|hallå|god morgon|god dag|god kväll|kära|käre|välkommen|tack|tack så mycket|tack för din "
     "fråga|bra fråga|självklart|naturligtvis|gärna|varsågod|med vänliga hälsningar|vänliga "
     "hälsningar",
     "låt mig veta|säg till om|hör av dig om|jag hoppas att detta|hoppas att det hjälper|om du "
     "har fler frågor|tveka inte|om du behöver mer|om du behöver fler|om du behöver hjälp|om du "
     "behöver ytterligare",
     "här är|nedan|sammanfattning|följande|de följande|detta är",
     "enligt|baserat på|utifrån|sammanfattningsvis|kort sagt",
     "här är vad|här är en sammanfattning|här är svaret|här är de viktigaste|säger följande|är "
     "följande|som följer",
     "låt mig|jag söker|jag ska söka|jag kontrollerar|jag ska kontrollera",
     "inga resultat|ingen information om|jag kunde inte hitta|jag hittade inte|jag hittade ingen|"
     "jag har ingen information|det vet jag inte",
     "dokumenten|dokumentet|källorna|källan|sökresultaten|texten",
     "nämner inte|innehåller inte|innehåller ingen|innehåller inga|anger inte|säger inte|säger "
     "inget",
     "men|dock|däremot|utan", ""},
    {"af",
     "hallo|goeie dag|goeiemôre|goeiemiddag|goeienaand|beste|welkom|dankie|baie dankie|dankie vir "
     "jou vraag|goeie vraag|natuurlik|seker|graag gedaan|vriendelike groete",
     "laat weet my|laat my weet|ek hoop dit help|as jy nog vrae|indien u nog vrae|moenie huiwer",
     "hier is|hieronder|opsomming|die volgende", "volgens|gebaseer op|kortliks|opsommend", "",
     "laat my|ek soek|ek sal soek|ek kyk",
     "geen resultate|geen inligting oor|ek kon nie|ek het niks gevind|ek het geen inligting|ek "
     "weet nie",
     "dokumente|dokument|bronne|bron|soekresultate|teks",
     "noem nie|bevat nie|bevat geen|sê nie|sê niks|vermeld nie", "maar|egter|hoewel", ""},
    {"cs",
     "ahoj|dobrý den|dobré ráno|dobrý večer|vážený|vážená|vítejte|děkuji|díky|děkuji za dotaz|"
     "děkuji za otázku|dobrá otázka|jistě|samozřejmě|rádo se stalo|s pozdravem",
     "dejte mi vědět|dej mi vědět|doufám, že|pokud máte další|pokud máš další|neváhejte|pokud "
     "potřebujete další|pokud potřebujete více|pokud potřebujete pomoc",
     "zde je|zde jsou|tady je|níže|shrnutí|souhrn|následující|toto jsou",
     "podle|na základě|stručně řečeno",
     "zde je shrnutí|zde je souhrn|zde je odpověď|zde jsou hlavní|uvádějí následující|říkají "
     "následující|je následující|jsou následující",
     "podívám se|vyhledám|budu hledat|ověřím|zkontroluji",
     "žádné výsledky|nebyly nalezeny žádné|nenašel jsem|nenašla jsem|nepodařilo se najít|žádné "
     "informace o|nemám informace|nevím",
     "dokumenty|dokument|dokumentech|zdroje|zdroj|zdrojích|výsledky hledání|text",
     "neuvádějí|neuvádí|neobsahují|neobsahuje|nezmiňují|nezmiňuje|neříkají|neříká|není uvedeno",
     "ale|avšak|však|nicméně", ""},
    {"sk",
     "ahoj|dobrý deň|dobré ráno|dobrý večer|vážený|vážená|vitajte|ďakujem|vďaka|ďakujem za otázku|"
     "dobrá otázka|iste|samozrejme|rado sa stalo|s pozdravom",
     "dajte mi vedieť|daj mi vedieť|dúfam, že|ak máte ďalšie|ak máš ďalšie|neváhajte|ak "
     "potrebujete ďalšie|ak potrebujete viac|ak potrebujete pomoc",
     "tu je|tu sú|nižšie|zhrnutie|súhrn|nasledujúce|toto sú", "podľa|na základe|stručne povedané",
     "", "pozriem sa|vyhľadám|budem hľadať|overím|skontrolujem",
     "žiadne výsledky|neboli nájdené žiadne|nenašiel som|nenašla som|nepodarilo sa nájsť|žiadne "
     "informácie o|nemám informácie|neviem",
     "dokumenty|dokument|dokumentoch|zdroje|zdroj|zdrojoch|výsledky vyhľadávania|text",
     "neuvádzajú|neuvádza|neobsahujú|neobsahuje|nespomínajú|nespomína|nehovoria|nehovorí|nie je "
     "uvedené",
     "ale|avšak|však", ""},
    {"pl",
     "cześć|dzień dobry|dobry wieczór|witaj|witam|szanowny|szanowna|dziękuję|dzięki|dziękuję za "
     "pytanie|dobre pytanie|oczywiście|jasne|proszę bardzo|pozdrawiam|z poważaniem",
     "daj mi znać|proszę dać znać|mam nadzieję, że|jeśli masz więcej pytań|w razie pytań|nie "
     "wahaj się|jeśli masz inne pytania|jeśli ma pan pytania|jeśli ma pan więcej|jeśli ma pani "
     "pytania|jeśli ma pani więcej|jeśli potrzebujesz więcej|jeśli potrzebujesz pomocy",
     "oto|poniżej|podsumowanie|następujące|to są",
     "według|zgodnie z|na podstawie|podsumowując|w skrócie",
     "oto co|oto podsumowanie|oto odpowiedź|oto najważniejsze|oto informacje|jest następująca|są "
     "następujące",
     "sprawdzę|poszukam|wyszukam|pozwól, że|pozwól mi|zaraz sprawdzę",
     "nie znaleziono|nie znalazłem|nie znalazłam|nie udało mi się znaleźć|brak informacji|nie mam "
     "informacji|nie wiem",
     "dokumenty|dokument|dokumentach|źródła|źródło|źródłach|wyniki wyszukiwania|tekst",
     "nie zawierają|nie zawiera|nie wspominają|nie wspomina|nie podają|nie podaje|nie określają|"
     "nie określa|nie mówią|nie mówi",
     "ale|jednak|jednakże|natomiast|lecz", ""},
    {"hu",
     "szia|sziasztok|helló|jó napot|jó reggelt|jó estét|kedves|tisztelt|üdvözlöm|köszönöm|köszi|"
     "köszönöm a kérdést|jó kérdés|természetesen|persze|szívesen|üdvözlettel",
     "szóljon, ha|szólj, ha|remélem, ez|remélem, hogy|ha további kérdése|ha további kérdésed|ha "
     "bármiben",
     "íme|az alábbi|az alábbiak|alább|a következő|a következők|összefoglalás",
     "összefoglalva|röviden|a dokumentumok szerint|a források szerint", "",
     "megnézem|utánanézek|megkeresem|rákeresek|hadd nézzem",
     "nincs találat|nem találtam|nem található információ|nincs információ|nincs információm|nem "
     "tudom",
     "dokumentumok|dokumentum|dokumentumokban|források|forrás|forrásokban|találatok|szöveg",
     "nem tartalmaz|nem tartalmaznak|nem említi|nem említik|nem írja|nem írják|nem szerepel|nem "
     "tesz említést",
     "de|azonban|viszont|hanem", ""},
    {"ro",
     "bună|bună ziua|bună dimineața|bună seara|salut|stimate|stimată|bine ați venit|mulțumesc|"
     "mulțumesc pentru întrebare|bună întrebare|desigur|sigur|cu plăcere|cu stimă",
     "spune-mi dacă|spuneți-mi dacă|anunță-mă dacă|sper că|dacă ai alte întrebări|dacă aveți alte "
     "întrebări|nu ezita|dacă ai nevoie de mai multe|dacă aveți nevoie de mai multe|dacă ai "
     "nevoie de ajutor|dacă aveți nevoie de ajutor|dacă aveți nevoie de informații",
     "iată|mai jos|rezumat|următoarele|acestea sunt",
     "conform|potrivit|pe baza|în concluzie|pe scurt", "",
     "lasă-mă să|permiteți-mi|voi căuta|voi verifica|o să caut",
     "niciun rezultat|nu am găsit|nu s-au găsit|nu există informații|nu am informații|nu știu",
     "documentele|documentul|sursele|sursa|rezultatele căutării|textul",
     "nu menționează|nu conțin|nu conține|nu specifică|nu precizează|nu indică|nu spun|nu spune|"
     "nu oferă",
     "dar|însă|totuși|ci", ""},
    {"tr",
     "merhaba|selam|günaydın|iyi günler|iyi akşamlar|sayın|hoş geldiniz|teşekkürler|teşekkür "
     "ederim|sorunuz için teşekkürler|sorunuz için teşekkür ederim|güzel soru|tabii|tabii ki|"
     "elbette|rica ederim|saygılarımla",
     "başka sorunuz|başka bir sorunuz|umarım bu|umarım yardımcı|lütfen bana bildirin|yardımcı "
     "olabileceğim|daha fazla bilgiye ihtiyacınız",
     "işte|aşağıda|özet|şunlardır|şöyledir",
     "belgelere göre|kaynaklara göre|arama sonuçlarına göre|özetle|kısaca",
     "işte özet|aşağıdaki gibidir|şu şekildedir|şöyledir|şunlardır",
     "kontrol edeyim|bir bakayım|arayayım|arama yapıyorum|belgeleri kontrol",
     "sonuç bulunamadı|bilgi bulunamadı|bilgi bulamadım|bulamadım|bilgi yok|bilgim yok|bilmiyorum|"
     "bilgi bulunmuyor|bilgi yer almıyor",
     "belgeler|belge|belgelerde|belgede|kaynaklar|kaynaklarda|arama sonuçları|arama sonuçlarında|"
     "metin|metinde",
     "belirtilmemiştir|belirtilmiyor|bahsetmiyor|bahsedilmiyor|içermiyor|yer almıyor|"
     "belirtilmemiş|geçmiyor",
     "ama|ancak|fakat|oysa", ""},
    {"fi",
     "hei|moi|terve|hyvää huomenta|hyvää päivää|hyvää iltaa|hyvä|tervetuloa|kiitos|kiitos "
     "kysymyksestä|kiitos kysymyksestäsi|hyvä kysymys|toki|tietysti|totta kai|ole hyvä|"
     "ystävällisin terveisin",
     "kerro, jos|kerro minulle, jos|toivottavasti tämä|jos sinulla on muuta|jos sinulla on lisää|"
     "autan mielelläni|jos tarvitset lisää|jos tarvitset apua",
     "tässä on|tässä ovat|tässä|alla|seuraavat|seuraavassa|yhteenveto",
     "yhteenvetona|lyhyesti|asiakirjojen mukaan|lähteiden mukaan|hakutulosten perusteella", "",
     "tarkistan|etsin|haen|katson|annahan kun",
     "tuloksia ei löytynyt|en löytänyt|ei löytynyt tietoa|tietoa ei löytynyt|minulla ei ole "
     "tietoa|en tiedä",
     "asiakirjat|asiakirja|asiakirjoissa|lähteet|lähteissä|hakutulokset|hakutuloksissa|teksti|"
     "tekstissä",
     "eivät mainitse|ei mainitse|eivät sisällä|ei sisällä|ei mainita|eivät kerro|ei kerro|ei ole "
     "mainittu",
     "mutta|kuitenkin|vaan", ""},
    {"lt",
     "labas|sveiki|laba diena|labas rytas|labas vakaras|gerbiamas|gerbiama|ačiū|dėkoju|ačiū už "
     "klausimą|geras klausimas|žinoma|mielai|prašom|pagarbiai",
     "praneškite, jei|pranešk, jei|tikiuosi, kad|nedvejodami|jei turite daugiau klausimų|jei turi "
     "daugiau klausimų|jei reikia daugiau|jei reikia pagalbos|jei reikia papildomos",
     "štai|žemiau|santrauka|šie|tokie", "pagal|remiantis|apibendrinant|trumpai", "",
     "patikrinsiu|paieškosiu|ieškosiu|leiskite",
     "rezultatų nerasta|neradau|nerasta informacijos|informacijos nėra|neturiu informacijos|"
     "nežinau",
     "dokumentai|dokumentas|dokumentuose|šaltiniai|šaltiniuose|paieškos rezultatai|tekstas|tekste",
     "nemini|neminima|nenurodo|nenurodyta|nepateikia|nepateikiama|nekalba", "bet|tačiau", ""},
    {"id",
     "halo|hai|selamat pagi|selamat siang|selamat sore|selamat malam|selamat datang|yth|terima "
     "kasih|terima kasih atas pertanyaannya|terima kasih atas pertanyaan anda|pertanyaan bagus|"
     "tentu|tentu saja|baik|sama-sama|salam|hormat saya",
     "beri tahu saya|silakan beri tahu|semoga ini membantu|semoga membantu|jika anda memiliki "
     "pertanyaan|jika ada pertanyaan|jangan ragu|ada yang bisa saya bantu|jika anda membutuhkan "
     "informasi|jika anda membutuhkan bantuan|jika anda membutuhkan penjelasan",
     "berikut|berikut ini|berikut adalah|di bawah ini|ringkasan",
     "menurut|berdasarkan|singkatnya|ringkasnya|kesimpulannya",
     "sebagai berikut|berikut ringkasan|berikut ringkasannya|berikut adalah ringkasan",
     "biar saya|mari saya|saya akan mencari|saya akan memeriksa|saya cek|izinkan saya",
     "tidak ada hasil|tidak ditemukan|saya tidak menemukan|tidak ada informasi|tidak memiliki "
     "informasi|saya tidak tahu",
     "dokumen|sumber|hasil pencarian|teks|konteks",
     "tidak menyebutkan|tidak memuat|tidak berisi|tidak mencantumkan|tidak menjelaskan|tidak "
     "mengatakan|tidak menyediakan|tidak disebutkan",
     "tetapi|namun|tapi|melainkan", ""},
    {"vi",
     "xin chào|chào|chào bạn|kính gửi|chào mừng|cảm ơn|cảm ơn bạn|cảm ơn câu hỏi của bạn|câu hỏi "
     "hay|tất nhiên|chắc chắn rồi|vâng|không có gì|trân trọng",
     "hãy cho tôi biết|vui lòng cho tôi biết|hy vọng điều này|hy vọng thông tin|nếu bạn có câu "
     "hỏi|đừng ngần ngại|nếu bạn có thêm câu hỏi|nếu bạn cần thêm|nếu bạn cần trợ giúp|nếu bạn "
     "cần hỗ trợ",
     "đây là|sau đây là|dưới đây là|tóm tắt|các tài liệu cho biết",
     "theo|dựa trên|dựa vào|tóm lại|nói ngắn gọn",
     "như sau|dưới đây là tóm tắt|đây là những gì|sau đây là tóm tắt",
     "để tôi|hãy để tôi|tôi sẽ tìm|tôi sẽ kiểm tra|tôi đang tìm",
     "không tìm thấy|không có thông tin|không có kết quả|tôi không biết|chưa tìm thấy",
     "tài liệu|nguồn|kết quả tìm kiếm|văn bản",
     "không đề cập|không chứa|không nêu|không cho biết|không nói|không cung cấp|không có",
     "nhưng|tuy nhiên", ""},
    {"sw",
     "habari|hujambo|hamjambo|salamu|shikamoo|karibu|asante|asante sana|asante kwa swali lako|"
     "swali zuri|bila shaka|sawa|ndiyo|wako mwaminifu",
     "nijulishe|tafadhali nijulishe|natumaini hii|ikiwa una maswali|kama una maswali|usisite|"
     "ikiwa unahitaji msaada|ikiwa unahitaji maelezo|ikiwa unahitaji taarifa",
     "hapa kuna|haya ni|hii ni|hapa chini|muhtasari|yafuatayo|zifuatazo",
     "kulingana na|kwa mujibu wa|kwa muhtasari|kwa kifupi", "",
     "acha niangalie|ngoja niangalie|nitatafuta|nitaangalia",
     "hakuna matokeo|sikupata|hakuna taarifa|hakuna habari kuhusu|sina taarifa|sijui",
     "hati|nyaraka|vyanzo|matokeo ya utafutaji|maandishi",
     "hazitaji|haitaji|hazina|haina|havitaji|hayataji|hazisemi|haisemi", "lakini|bali", ""},
    {"ht",
     "bonjou|bonswa|alo|byenveni|mèsi|mèsi anpil|mèsi pou kesyon ou|bon kesyon|wi|natirèlman|dakò|"
     "pa gen pwoblèm",
     "fè m konnen|di m si|mwen espere|si ou gen lòt kesyon|pa ezite|si ou bezwen plis|si ou "
     "bezwen èd",
     "men|men sa|rezime|sa yo se", "dapre|selon|baze sou|an rezime|an brèf", "",
     "kite m|ban m|mwen pral chèche|m ap chèche|m ap gade",
     "pa gen rezilta|mwen pa jwenn|pa gen enfòmasyon|mwen pa gen enfòmasyon|mwen pa konnen",
     "dokiman yo|dokiman an|sous yo|rezilta rechèch yo|tèks la",
     "pa mansyone|pa gen|pa di|pa presize|pa endike", "men|poutan", ""},
};

}  // namespace

absl::Span<const CoveragePhrases> LatinCoveragePhrases() { return kPhrases; }

}  // namespace footnote::answering::resolving
