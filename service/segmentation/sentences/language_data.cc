// SPDX-License-Identifier: Apache-2.0
// Written for this project from general knowledge of the languages. The lists are sorted by
// meaning: titles, places and organizations, references, phrases.
#include "service/segmentation/sentences/language_data.h"

namespace footnote::segmentation {
namespace {

const LanguageData kShared = {
    "", text::Script::kLatin, 0,
    // before_name
    "dr drs prof assoc mr mrs ms mx st ste ing arch rev fr sr mt gen col maj capt lt sgt "
    "adm hon pres gov sen rep messrs mme mlle e.g i.e cf vs viz ca approx incl excl",
    // before_number
    "no nos nr fig figs vol vols p pp pg ch chap sec sect art par eq eqs tab tabl ver ed n° ext "
    "tel fax ph.d m.d b.a m.a "
    "ll.b ll.m j.d b.sc m.sc m.b.a d.phil",
    // may_end
    "jr sr inc ltd co corp llc plc etc al ave blvd rd u.s u.s.a u.k e.u u.n l.a d.c",
    // starters
    "",
    // headings
    "§"};

const LanguageData kLanguages[] = {
    {"en", text::Script::kLatin, kCapitalI,
     "supt det insp cpl pvt cmdr cdr brig fr br sis bros atty dist esp resp est med mssr f.e "
     "p.o cc ind mgr dir asst",
     "nos para paras lb rs sq fl app apt ex exs pt pts ll rm ft in oz mi hr Jan Feb Mar Apr Jun "
     "Jul Aug Sep "
     "Sept Oct Nov Dec lbs yd gal cal",
     "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun "
     "dept univ assn mfg intl govt est calif conn del fla kan mass mich minn miss neb nev okla "
     "penn tenn tex va vt wash wis wyo n.e n.w s.e s.w esq hwy eds trans ibid op.cit p.d.t p.s.t "
     "e.s.t g.m.t misc temp",
     "a an the this that these those it its he she they we you i there here his her their our your "
     "my what who whom whose when where why how which if in on at by for from with without to as "
     "after before since while during although though because but and or so yet however moreover "
     "therefore thus then next later now today tomorrow yesterday meanwhile also all any both each "
     "every some many most few several no not nobody nothing none one two three please did do does "
     "is are was were has have had can could will would should may might must let another other "
     "such only even just still once until unless according both it's he's she's "
     "that's there's i'm i've we're they're you're don't doesn't didn't isn't",
     "chapter section part article appendix table figure clause step unit volume book rule act "
     "scene sec annex schedule exhibit lesson question exercise paragraph title sect phase item"},
    {"de", text::Script::kLatin, kOrdinals,
     "hr hrn fr frl prof.dr dipl mag med phil jur rer nat habil ing hl geb gest verh bzw z.b d.h "
     "u.a s.o s.u vgl sog ggf evtl inkl exkl zzgl abzgl ca rd z.t i.d.r u.u v.a o.g u.ä sen jun "
     "kath ev dt engl frz lat griech bes insb allg max min mind a.d i.e z.hd wg betr bzgl einschl "
     "entspr gem lt mtl tägl stellv techn urspr vorl wiss zus verf hrsg übers stud s siehe spez "
     "geg gegr ehem amtl öffentl priv staatl städt ök orig reg russ span ital schr o.a",
     "nr nrn abb abs art bd bde kap s st ziff zif tab taf anm bl buchst pos str tel fn rdnr rn "
     "aufl ausg az jg jan feb mär apr jun jul aug sep sept okt nov dez mo di mi do fr sa so lfd "
     "ab hs",
     "usw etc co str jh jhd jahrh mio mrd std min sek tsd uf ff f a.m p.m jr u.ä o.ä m.e dgl "
     "u.s.w v.chr n.chr chr jan feb mär apr jun jul aug sep sept okt nov dez a.a.o ebd akad abt "
     "univ dez",
     "der die das den dem des ein eine einer eines einem einen er sie es wir ihr ich du man dies "
     "diese dieser dieses diesem diesen jene jener in im am an auf aus bei mit nach seit von vom "
     "zu zum zur für durch gegen ohne um unter über vor hinter neben zwischen während wegen trotz "
     "und oder aber denn doch sondern wenn als weil dass ob obwohl nachdem bevor bis damit "
     "so auch nur noch schon sehr nicht kein keine hier dort da dann danach daher deshalb dabei "
     "dazu darauf dafür davon jedoch außerdem allerdings zudem dennoch trotzdem heute gestern "
     "morgen jetzt was wer wie wo wann warum welche welcher welches alle viele einige mehrere "
     "beide sein seine seiner ihre ihrem ihren unser unsere mein meine ist sind war waren hat "
     "haben wird werden kann können bitte sowohl insgesamt laut zwar weitere",
     "kapitel abschnitt teil artikel anhang tabelle abbildung paragraph anlage band schritt "
     "lektion frage aufgabe satz absatz"},
    {"fr", text::Script::kLatin, 0,
     "m mm mme mmes mlle mlles mgr me dr pr vve ste c.-à-d càd p.ex ex env cf av apr bd boul "
     "hab dép préf gén cap lieut sgt adj s.a.r s.m ll.aa.ii.rr éd coll dir trad obs st ste "
     "all angl it lat gr civ pén",
     "n nº no art al chap fig figs vol t p pp tél réf éd § janv févr avr juil sept oct nov déc "
     "lun mar mer jeu ven sam dim pl bd av tab l liv arr",
     "etc janv févr fév avr juil sept oct nov déc cie inc ltd s.a e.u suiv av.j.-c ap.j.-c j.-c "
     "lun jeu ven sam dim",
     "le la les l un une des du de ce cet cette ces il elle ils elles on nous vous je tu mon ma "
     "mes son sa ses leur leurs notre votre nos vos qui que quoi quand où comment pourquoi "
     "combien dans en à au aux sur sous par pour avec sans chez entre vers depuis pendant après "
     "avant mais ou et donc or ni car si comme lorsque alors ainsi puis ensuite enfin cependant "
     "toutefois néanmoins c'est c’est c d'abord d j'ai n s qu ici là voici voilà tout tous toute "
     "toutes aucun plusieurs certains chaque très plus moins aujourd'hui hier demain maintenant "
     "voir selon malgré afin",
     "chapitre section partie article annexe tableau figure titre livre tome étape paragraphe "
     "leçon question exercice"},
    {"es", text::Script::kLatin, 0,
     "sr sra srta sres sras srs d dña dr dra drs dras prof profa profe lic lcdo lcda ing arq abg "
     "mag gral cnel cmdte tte cap sgto alm mons fr pbro sto sta p.ej ej av avda cra ctra c pza "
     "pza urb mz asent pdte pdta dir dpto admón aprox ref trad atte excmo excma ilmo ilma s.m "
     "rvdo hno hna izq dcha ff.aa n diag transv prov psj psje ded edo",
     "n nº nro -no -nos No núm art arts cap fig págs pág pag p pp vol t tel tfno lt km párr inc "
     "secc ene feb mar abr may jun jul ago sept sep oct nov dic apdo cod ed tab n° diag transv a.c "
     "d.c "
     "lun mié jue vie sáb dom",
     "etc ud uds vd vds ee.uu a.m p.m cía s.a s.l rr.hh ee.uu.a hs entlo ene feb abr jun "
     "jul ago oct nov dic sept e.u jr",
     "el la los las un una unos unas lo al del este esta estos estas ese esa esos esas aquel él "
     "ella ellos ellas yo tú usted ustedes nosotros me te se le les nos mi mis tu tus su sus "
     "nuestro nuestra qué que quién cuál cuándo cuando dónde donde cómo como por para con sin en "
     "de desde hasta entre sobre bajo tras según durante ante a y e o u pero sino aunque porque si "
     "mientras después antes luego entonces además también tampoco sin así ya no sí hay es son "
     "era fue fueron ha han había está están todo todos toda todas cada otro otra muchos algunos "
     "ningún nadie nada hoy ayer mañana ahora aquí allí dos tres finalmente",
     "capítulo sección parte artículo anexo tabla figura título libro tomo paso apéndice cláusula "
     "párrafo lección pregunta ejercicio"},
    {"it", text::Script::kLatin, 0,
     "sig sigg sig.ra sig.na sigg.ri dott dott.ssa dr prof prof.ssa proff avv ing arch geom rag on "
     "sen min mons don ill egr gent spett cav comm gen col cap magg ten s ss p.es ad.es es c.so "
     "v.le p.za p.zza l.go dir amm psicol econ idraul meteor st d trad cit vd cfr c.d cd cosid "
     "all fam ecc.mo ch.mo rev",
     "n nn nr art artt cap fig figg pag pagg p pp vol voll tel t sez lett par tab gen feb mar apr "
     "mag giu lug ago set sett ott nov dic lun mer gio ven sab dom lib c comma ed all n°",
     "ecc etc s.p.a s.r.l spa srl a.c d.c a.m p.m gen feb mar apr giu lug ago set sett ott nov "
     "dic sgg seg segg az",
     "il lo la i gli le un uno una l del della dei degli delle al alla ai agli alle nel nella nei "
     "nelle sul sulla questo questa questi queste quello quella quelli egli lui lei loro essi noi "
     "voi io tu si mi ti ci vi che chi cosa quando dove come perché quale in di a da con su per "
     "tra fra senza dopo prima durante secondo ma e o però anche se mentre poi quindi dunque "
     "infatti inoltre così già non sì è sono era erano fu ha hanno ogni tutti tutto molti alcuni "
     "nessuno nulla oggi ieri domani ora qui due tre il suo sua suoi mio",
     "capitolo sezione parte articolo allegato tabella figura titolo libro tomo passo appendice "
     "paragrafo lezione domanda esercizio"},
    {"pt", text::Script::kLatin, 0,
     "sr sra sras srs srta d dr dra drs dras prof profa prof.ª eng arq lic me cap cel cmdt gen maj "
     "ten sgt alm mons fr pe sto sta p.ex ex v av r pça urb dir depto ref trad exmo exma ilmo ilma "
     "aprox s.m ff.aa u.e",
     "n nº n.º no núm art arts art.º cap fig figs pág págs pag p pp vol t tel km inc séc jan fev "
     "mar abr mai jun jul ago set out nov dez tab ed lote seg ter qua qui sex sáb dom",
     "etc e.u.a s.a ltda cia a.c d.c a.m p.m rr.hh jan fev abr jun jul ago set out nov dez ex.ªs "
     "e.u.a jr",
     "o a os as um uma uns umas ao à do da dos das no na nos nas este esta estes estas esse essa "
     "isso isto aquele aquela ele ela eles elas eu tu você vocês nós me te se lhe meu minha seu "
     "sua seus suas que quem qual quando onde como por para com sem em de desde até entre sobre "
     "sob após segundo durante perante e ou mas porém contudo embora porque se enquanto depois "
     "antes então além também assim já não sim há é são era foi foram está estão todo todos toda "
     "todas cada outro outra muitos alguns nenhum ninguém nada hoje ontem amanhã agora aqui ali "
     "dois três",
     "capítulo seção secção parte artigo anexo tabela figura título livro tomo passo apêndice "
     "cláusula parágrafo mapa lição pergunta"},
    {"nl", text::Script::kLatin, 0,
     "dhr mevr mw mr drs ir ing prof dr jhr ds gebr o.a d.w.z m.b.t bijv bv i.p.v t.o.v t.a.v "
     "m.i.v "
     "z.g zgn nl vgl resp incl excl max min ca plm st jl dir afd tel kath prot aanw vnw bijw "
     "znw ww lidw",
     "nr nrs art blz bl pag p afb fig hfst hfdst hst dl deel par tab bijl art jan febr feb mrt apr "
     "jun jul aug sept sep okt nov dec ma di wo do vr za zo tel vol",
     "enz etc e.d n.v b.v a.u.b s.v.p v.chr n.chr jan feb mrt apr jun jul aug sept okt nov dec "
     "m.n jr",
     "de het een deze dit die dat er hij zij ze we wij jij je ik u men hier daar in op aan bij met "
     "van voor na naar over onder door tegen zonder tot uit tussen tijdens volgens en of maar want "
     "dus als toen omdat hoewel nadat voordat terwijl dan daarna daarom ook niet geen nog nu "
     "vandaag gisteren morgen wat wie waar wanneer waarom hoe welke alle veel sommige elke zijn "
     "haar hun ons onze mijn is was waren heeft zie",
     "hoofdstuk afdeling sectie deel artikel bijlage tabel figuur paragraaf stap les vraag"},
    {"da", text::Script::kLatin, kOrdinals,
     "hr fr frk dr prof skt bl.a f.eks d.v.s dvs fx ca jf ang pga pga mht ifm evt inkl ekskl hhv "
     "adj cand mag stud red udg st vha vedr ift iflg jvf kgl sml alm opr tidl forh eng fork "
     "s.u o.a",
     "nr s kap fig afs art bd bl stk § tlf jan feb mar apr jun jul aug sep sept okt nov dec kl pkt "
     "tab bilag p pl str",
     "osv mv m.v m.fl mfl m.m mm etc a/s co ol o.l f.kr e.kr jan feb mar apr jun jul aug sep sept "
     "okt nov dec mio mia kr st årh u.s e.u s.u a.m p.m jr",
     "den det de en et han hun vi jeg du i man der her dette denne disse på i af til fra med uden "
     "om for ved efter før under over mellem siden og eller men da når hvis fordi mens så derfor "
     "også ikke ingen nu i dag hvad hvem hvor hvornår hvorfor hvordan alle mange nogle hver hans "
     "hendes deres vores min er var har blev kan skal vil",
     "kapitel afsnit del artikel bilag tabel figur trin"},
    {"nb", text::Script::kLatin, kOrdinals,
     "hr fr frk dr prof bl.a f.eks d.v.s dvs ca jf ang pga evt inkl ekskl hhv st s.k",
     "nr s kap fig art bd stk tlf jan feb mar apr jun jul aug sep sept okt nov des kl pkt tab",
     "osv o.l m.m m.fl etc f.kr e.kr as jan feb mar apr jun jul aug sep sept okt nov des mill mrd "
     "kr jr",
     "den det de en et ei han hun vi jeg du man der her dette denne disse på i av til fra med uten "
     "om for ved etter før under over mellom siden og eller men da når hvis fordi mens så derfor "
     "også ikke ingen nå hva hvem hvor når hvorfor hvordan alle mange noen hver hans hennes deres "
     "vår min er var har ble kan skal vil",
     "kapittel avsnitt del artikkel vedlegg tabell figur trinn"},
    {"sv", text::Script::kLatin, kOrdinals,
     "hr fr frk dr prof bl.a t.ex d.v.s dvs s.k f.d p.g.a pga m.a.o fr.o.m t.o.m ca jfr ang ev "
     "inkl exkl resp st tf bla tex div",
     "nr s sid kap fig art bd st § tel jan feb mar apr jun jul aug sep sept okt nov dec kl tab bil",
     "osv o.s.v m.m m.fl etc o.d dyl f.kr e.kr jan feb mar apr jun jul aug sep sept okt nov dec "
     "milj mkr kr jr",
     "den det de en ett han hon vi jag du ni man där här detta denna dessa på i av till från med "
     "utan om för vid efter före under över mellan sedan och eller men då när om eftersom medan så "
     "därför också inte ingen nu idag igår vad vem var när varför hur alla många några varje hans "
     "hennes deras vår min är var har blev kan ska vill",
     "kapitel avsnitt del artikel bilaga tabell figur steg"},
    {"af", text::Script::kLatin, 0,
     "mnr mev mej dr prof ds adv st bv bl.a nl m.a.w d.w.s i.p.v o.a vgl kmdt genl kol kapt mt",
     "nr no bl p afb fig hfst hfs par art vol dl tab jan feb mrt apr jun jul aug sept okt nov des "
     "ma di wo do vr sa so",
     "ens e.d.m etc v.s.a e.u v.c n.c jan feb mrt apr jun jul aug sept okt nov des jr bpk edms",
     "die 'n dit dat hierdie daardie hy sy hulle ons jy ek u daar hier in op aan by met van vir na "
     "oor onder deur teen sonder tot uit tussen tydens volgens en of maar want dus as toen omdat "
     "nadat voordat terwyl dan daarna daarom ook nie geen nog nou vandag gister môre wat wie waar "
     "wanneer waarom hoe watter alle baie elke is was het nou",
     "hoofstuk afdeling deel artikel bylae tabel figuur paragraaf stap"},
    {"cs", text::Script::kLatin, kOrdinals,
     "p pí sl ing mgr bc mudr judr phdr rndr paeddr mvdr dr doc prof csc ph.d sv plk gen kpt por "
     "mjr npor pplk ppor např tj tzv tzn popř příp resp vč cca ev mj min max ul nám tř čes angl "
     "něm franc lat zvl zejm srov viz kupř hl pozn red překl st odd býv nar zemř čp",
     "č čís s str obr tab kap odst čl par sv díl roč hod min r tel jan led únor ún břez bř dub "
     "květ kv čvn červ čvc srp zář září říj list pros § písm bod po út st čt pá so ne",
     "atd apod aj s.r.o a.s n.l př.n.l mil mld tis kč stol led ún bř dub kv čvn čvc srp zář říj "
     "list pros po st čt út pá",
     "ten ta to ti ty on ona ono oni my vy já tento tato toto tyto v ve na z ze do od s se k ke o "
     "po pro při před za pod nad mezi podle během a i nebo ale však když že protože pokud aby "
     "jestliže zatímco pak potom proto také ne nyní dnes včera zítra co kdo kde kdy proč jak "
     "který která které všichni každý jeho její jejich náš můj je jsou byl byla bylo má může bude",
     "kapitola část oddíl článek příloha tabulka obrázek hlava díl krok paragraf bod"},
    {"sk", text::Script::kLatin, kOrdinals,
     "p pí sl ing mgr bc mudr judr phdr rndr paeddr dr doc prof csc ph.d sv plk gen kpt por mjr "
     "npr napr tj t.j tzv tzn t.z príp resp vč cca ev ul nám tr slov angl nem lat zvl najmä porov "
     "hl pozn red prekl odd býv nar zomr",
     "č čís s str obr tab kap ods čl par zv roč hod min r tel jan feb mar apr máj jún júl aug sep "
     "okt nov dec § písm bod po ut st št pi so ne",
     "atď a pod ap s.r.o a.s n.l pred n.l mil mld tis stor jan feb mar apr jún júl aug sep okt nov "
     "dec ut št pi",
     "ten tá to tí tie on ona ono oni my vy ja tento táto toto tieto v vo na z zo do od s so k ku "
     "o po pre pri pred za pod nad medzi podľa počas a aj alebo ale však keď že pretože ak aby "
     "kým potom preto tiež nie teraz dnes včera zajtra čo kto kde kedy prečo ako ktorý ktorá "
     "všetci každý jeho jej ich náš môj je sú bol bola bolo má môže bude uvidíme",
     "kapitola časť oddiel článok príloha tabuľka obrázok hlava diel krok paragraf bod"},
    {"pl", text::Script::kLatin, kOrdinals,
     "p pp prof dr hab inż mgr lek doc św bł ks o bp abp kard gen płk ppłk mjr kpt por ppor sierż "
     "np tzn tj tzw m.in ww jw ok wg ul al pl os im woj pow gm ang niem franc łac zob por tł red "
     "wyd zw daw hr bałt dot ewent ds",
     "nr s str rys tab rozdz art par ust pkt lit tom t vol tel godz r sty lut mar kwi maj cze lip "
     "sie wrz paź lis gru pon wt śr czw pt sob niedz cz zał bud",
     "itd itp i in r w ur zm n.e p.n.e mln mld tys zł sp spółka z o.o s.a lut kwi cze lip sie wrz "
     "paź lis gru pon wt śr czw sob wiek godz",
     "ten ta to ci te on ona ono oni one my wy ja w we na z ze do od po pod nad przed za przez "
     "przy "
     "dla o u bez między według podczas i a oraz lub albo ale jednak gdy kiedy że ponieważ jeśli "
     "jeżeli aby podczas potem następnie dlatego także również nie teraz dziś wczoraj jutro co kto "
     "gdzie dlaczego jak który która które wszyscy każdy jego jej ich nasz mój jest są był była "
     "było ma może będzie",
     "rozdział część dział artykuł załącznik tabela rysunek sekcja krok paragraf punkt"},
    {"hu", text::Script::kLatin, kOrdinals,
     "dr prof ifj id özv pl ill kb stb.szerint ún vö szt tv bt kft",
     "sz old o fej köt ábra tel jan febr márc ápr máj jún júl aug szept okt nov dec",
     "stb kft bt rt zrt nyrt u jan febr márc ápr jún júl aug szept okt nov dec",
     "a az ez egy ő ők mi ti én te ha de és vagy mert hogy amikor ahol aki ami már nem is itt ott "
     "most ma tegnap holnap minden sok",
     "fejezet rész szakasz cikk melléklet táblázat ábra"},
    {"ro", text::Script::kLatin, 0,
     "dl d-l dna d-na dra d-ra dr prof conf lect asist ing arh av acad gen col cpt lt sf pr str bd "
     "bul cal șos sos p-ța ex de ex cca aprox resp incl jud mun com loc trad red vezi",
     "nr art alin lit pct cap vol fig p pag pp tab tel ap et sc bl km ian feb mar apr mai iun iul "
     "aug sep sept oct nov dec anexa",
     "etc s.a s.r.l srl î.hr d.hr ș.a ian feb apr iun iul aug sept oct nov dec lei u.s s.u.a",
     "un o acest această aceste acești el ea ei ele noi voi eu tu se îmi îi în la pe de din cu "
     "fără "
     "pentru prin după înainte între sub peste spre și sau dar însă dacă când pentru că deși apoi "
     "atunci deci astfel nu azi ieri mâine acum aici ce cine unde de cum care toți fiecare este "
     "sunt era a au trebuie",
     "capitolul capitol secțiunea secțiune partea articolul articol anexa tabelul figura titlul "
     "pasul"},
    {"tr", text::Script::kLatin, kOrdinals,
     "dr prof doç yrd öğr gör arş av müh sn bn hz alb bnb yzb tğm gen kur mah cad sok bul apt "
     "örn bk bkz krş çev haz ör mad yy md böl uzm op ecz vet",
     "no nr s ss sf say c cilt md mad böl şek tab tel oca şub mar nis may haz tem ağu eyl eki kas "
     "ara ek kat d",
     "vb vs vd a.ş ltd şti m.ö m.s oca şub nis haz tem ağu eyl eki kas ara ort yak dk sa",
     "bu şu o bir ben sen biz siz onlar ama fakat ancak ve veya çünkü eğer ne kim nerede nasıl "
     "neden niçin hangi her bütün tüm bazı çok daha sonra önce şimdi bugün dün yarın burada orada "
     "ayrıca",
     "bölüm kısım madde ek tablo şekil kitap cilt adım"},
    {"fi", text::Script::kLatin, kOrdinals,
     "hra rva tri prof dos mm esim ts eli ks vrt ym.s n ns em ko o.s t.s s ent synt kuol",
     "nro n:o s luku kuva taul art puh tammi helmi klo kpl",
     "jne ym yms tms eaa jaa oy ab v kk mrd milj eKr jKr",
     "se hän he me te minä sinä tämä nämä nuo ja tai mutta jos kun koska että vaikka sitten siis "
     "nyt tänään eilen huomenna täällä mikä kuka missä milloin miksi miten kaikki monet on oli ei",
     "luku osa artikla liite taulukko kuva"},
    {"lt", text::Script::kLatin, kOrdinals,
     "p ponas dr prof doc hab akad inž gyd kun šv gen plk mjr kpt ltn pvz t.y t.t vad žr plg liet "
     "angl vok lot lenk rus red vert sud pan kt min maks apie g pr al a gat tel vnt",
     "nr p psl pav pav lent sk str sąs t d saus vas kov bal geg birž liep rugp rugs spal lapkr "
     "gruod m mėn val min sek eil pried",
     "kt t.t pan a.s uab mln mlrd tūkst eur lt ct saus vas bal geg birž liep rugp rugs spal lapkr "
     "gruod m val d mėn ir.t.t ir.kt",
     "tai tas ta tie tos jis ji jie jos mes jūs aš tu šis ši šie šios ir arba bet tačiau jei kai "
     "kad nes nors po prieš per su be į iš nuo apie tada todėl taip pat ne dabar šiandien vakar "
     "rytoj čia ten kas kur kada kodėl kaip kuris visi kiekvienas yra buvo",
     "skyrius poskyris dalis straipsnis priedas lentelė paveikslas skirsnis žingsnis"},
    {"id", text::Script::kLatin, 0,
     "dr drs dra prof ir h hj tn ny sdr sdri bpk yth a.n d.a s.d u.p dsb.nya jl gg gd kab kec kel "
     "prov mis spt",
     "no hal h ps psl pasal ayat jil vol tel tab gbr jan feb mar apr jun jul agt sep okt nov des",
     "dll dsb dst dkk tbk pt cv jan feb mar apr jun jul agt sep okt nov des rp s.h s.e s.pd m.si",
     "ini itu dia ia mereka kami kita saya anda aku di ke dari pada untuk dengan tanpa dalam oleh "
     "dan atau tetapi namun jika kalau ketika karena meskipun setelah sebelum kemudian lalu maka "
     "juga tidak sekarang hari kemarin besok apa siapa mana kapan mengapa bagaimana semua setiap "
     "beliau jangan ada",
     "bab bagian pasal lampiran tabel gambar langkah"},
    {"vi", text::Script::kLatin, 0,
     "ts ths pgs pgs.ts gs gs.ts bs ks cn lm tp tx p q h x tt t.ư nxb đc ông bà v.d vd",
     "tr tr số s q t ch m hình bảng đ điều", "v.v vv tcn scn ts",
     "đây đó này kia ông bà anh chị em cô chú bác tôi chúng họ nó ta mình một các những trong trên "
     "dưới với cho từ đến tại theo và hoặc nhưng nếu khi vì mặc sau trước rồi thì nên cũng không "
     "bây hôm ngày ai gì nào đâu sao tất mỗi có là",
     "chương mục phần điều phụ bảng hình bước bài"},
    {"sw", text::Script::kLatin, 0,
     "dkt dk bw bi bibi mh mhe prof eng mj jen kan sgt st ndg mch k.m k.v yaani", "na uk kf sur jz",
     "n.k n.k.w k.k b.k jr",
     "ni na kwa ya wa za la hii hizi huyu hao yeye wao sisi mimi wewe ninyi lakini au kama "
     "kisha halafu baada kabla sasa leo jana kesho nani nini wapi lini vipi kila wote",
     "sura sehemu kifungu ibara kiambatisho jedwali"},
    {"ht", text::Script::kLatin, 0, "m mme mlle dr pwof madanm mesye mis p.eg eg",
     "p paj no fig chap chapit vol nim", "elt eksetera p.m a.m jr",
     "li yo nou ou mwen sa se yon nan sou ak pou men oswa epi si lè apre avan kounye jodi yè demen "
     "kisa kimoun kote poukisa kijan tout chak gen",
     "chapit seksyon pati atik anèks tablo figi"},
    {"ru", text::Script::kCyrillic, 0,
     "г-н г-жа гг гн г-ну г-на д-р д-ра проф доц акад чл-корр чл ген полк кап лейт майор инж св им "
     "ул пл пр просп пер бул наб ш пос дер обл р-н т.е т.н т.к т.о тж напр см ср ок прибл "
     "в.т.ч в.ч к.т.н рус англ нем франц лат греч ред сост изд пер авт цит букв прим ок б кв",
     "г с стр рис табл гл п пп ст ч т тт разд прил вып кн тел д дом кв корп оф к ном янв фев февр "
     "мар март апр июн июл авг сен сент окт ноя нояб дек № ауд каб "
     "гг вв н.э до.н.э т.д т.п проч руб",
     "г в др пр коп тыс млн млрд трлн долл дол у.е км кг см мм "
     "сек мин час ч чел экз шт ст янв фев апр авг сент окт нояб дек м т.п с.ш в.д",
     "он она оно они мы вы я ты это эта этот эти тот та те то в во на с со к ко от до из за по под "
     "над при для без о об между через после перед и а но или если когда что чтобы потому так как "
     "где кто почему какой который все всё каждый его её их наш мой там здесь тут тогда затем "
     "потом поэтому также однако сейчас сегодня вчера завтра не нет есть был была было были данные "
     "просьба предъявите передавайте",
     "глава раздел часть статья приложение таблица рисунок том шаг параграф пункт урок вопрос"},
    {"uk", text::Script::kCyrillic, 0,
     "п пан пані д-р проф доц акад ген полк кап інж св ім вул пл просп пров бул наб обл р-н м с "
     "смт "
     "т.зв тзв тобто напр див пор рос англ нім франц лат грец ред вид авт цит букв прим бл чл "
     "наук укр мед тех заг кр куб кв",
     "стор с рис табл гл п пп ст ч т тт розд дод вип кн тел буд кв корп січ лют бер кві трав черв "
     "лип серп вер жовт лист груд № ном р",
     "р рр ст н.е до.н.е ін т.д т.п грн коп тис млн млрд у.о км кг см мм сек хв год кб мб град чол "
     "прим шт куб.м",
     "він вона воно вони ми ви я ти це ця цей ці той та те у в на з із до від за по під над при "
     "для "
     "без про між через після перед і й а але або якщо коли що щоб тому так як де хто чому який "
     "усі все кожен його її їх наш мій там тут тоді потім також однак зараз сьогодні вчора завтра "
     "не ні є був була було були",
     "розділ глава частина стаття додаток таблиця рисунок том крок параграф пункт"},
    {"bg", text::Script::kCyrillic, 0,
     "г-н г-жа г-ца д-р проф доц акад инж арх ген полк кап св ул бул пл жк кв обл общ гр с т.е "
     "т.нар т.г т.к напр вж виж срв ср рус англ нем фр лат гр ред изд авт бел пр бр",
     "стр с фиг табл гл чл ал т разд прил ч том кн тел ап вх ет № ян февр март апр юни юли авг "
     "септ окт ноем дек бел",
     "г др т.н и.т.н лв ст хил млн млрд км кг см мм сек мин ч пр.хр сл.хр в вв т.г н.е пр.н.е",
     "той тя то те ние вие аз ти това тази този тези онзи в във на с със от до из за по под над "
     "при без между през след преди и а но или ако когато че защото как къде кой защо какво всички "
     "всеки неговия там тук тогава после също сега днес вчера утре не да е са беше бяха",
     "глава раздел част член приложение таблица фигура том стъпка параграф точка"},
    {"kk", text::Script::kCyrillic, 0,
     "проф доц акад ген т.ғ.д ғ.д қ көш даң обл ауд м мыс қараңыз қар ж т.б б.з б.з.б т.с.с",
     "бет б б сур кест тар бөл т ж № тел қаң ақп нау сәу мам мау шіл там қыр қаз қар жел",
     "т.б ж жж ғ ғғ млн млрд мың тг теңге км кг см б.з.д т.с.с т.т",
     "ол олар біз сіз мен сен бұл осы сол және немесе бірақ егер себебі кейін содан сондықтан "
     "қазір бүгін кеше ертең не кім қайда қашан неге қалай барлық әр",
     "тарау бөлім бөлімі бап қосымша кесте сурет"},
    {"el", text::Script::kGreek, kSemicolonAsks,
     "κ κα κκ κος δρ καθ μητρ αγ αγ αρχ στρ λοχ πρβλ βλ π.χ δηλ ό.π λεωφ πλ οδ τ εκδ μτφ επιμ "
     "σ.σ χ",
     "αρ αριθ σελ σ τομ τ κεφ παρ άρθ εικ πιν σχ τηλ ιαν φεβ μαρ απρ μαΐ ιουν ιουλ αυγ σεπ σεπτ "
     "οκτ νοε δεκ δευ τρ τετ πεμ παρ σαβ κυρ",
     "κ.λπ κλπ κ.ά κ.λ.π κτλ κ.τ.λ π.μ μ.μ μ.χ η.π.α ε.ε α.ε ε.π.ε εκ δισ χιλ ιαν φεβ μαρ "
     "απρ σεπ οκτ νοε δεκ τετ",
     "ο η το οι τα τον την του της των ένας μια ένα αυτός αυτή αυτό αυτοί εγώ εσύ εμείς εσείς σε "
     "στο στη στην στον από με για κατά μετά πριν χωρίς και ή αλλά όμως αν όταν ότι γιατί επειδή "
     "έπειτα ύστερα τότε λοιπόν επίσης δεν τώρα σήμερα χθες αύριο εδώ εκεί τι ποιος πού πότε πώς "
     "όλοι κάθε είναι ήταν",
     "κεφάλαιο ενότητα μέρος άρθρο παράρτημα πίνακας εικόνα βήμα"},
    {"hy", text::Script::kArmenian, kColonEnds,
     "պրոֆ դոկ դոց ակադ ինժ գեն տկն պրն տիկ ս սբ փող պող օր", "գլ էջ նկ աղ հ ց թ կետ հոդ",
     "թ թթ դ դդ մլն մլրդ հազ կմ կգ սմ և.այլն", "", "գլուխ բաժին մաս հոդված"},
    {"he", text::Script::kHebrew, 0, "ד\"ר פרופ' גב' מר", "עמ' מס' פרק", "וכו' וכד'", "",
     "פרק סעיף חלק נספח"},
    {"ar", text::Script::kArabic, 0,
     "د أ أ.د م ش عق عم ل ن ر ع ك مهند اللواء السيد ه س ب ج.ص.ش و.م.أ ج.م.ع أ.م.د",
     "ص ج ع ط رقم مج هـ ق.م ص.ب ت ف", "م هـ ق.م ب.م إلخ الخ ص.ب كم كغ", "",
     "الفصل الباب القسم المادة "
     "الجزء فصل باب قسم مادة"},
    {"fa", text::Script::kArabic, 0, "د دکتر م ر.ک ن.ک آقای ع ش ط ن.ا.ت.و ا.م.ا س.م.م ق.م ب.م",
     "ص صص ج ش ط ف رک ق.م ب.م", "ق.م ب.م م ه.ق ه.ش الخ غیره", "", "فصل بخش باب ماده قسمت"},
    {"ur", text::Script::kArabic, 0, "ڈاکٹر د پروفیسر م ص.ب ق.م", "ص ج ش نمبر ق.م ص.ب",
     "ق.م ء ھ وغیرہ", "", "فصل باب حصہ دفعہ"},
    {"hi", text::Script::kIndic, kDandaEnds,
     "डॉ डा प्रो श्री श्रीमती कु पं सं.रा उ.प्र म.प्र इं ले कै मे ब्रि जन सर रा स्व", "पृ सं क्र रु अनु",
     "ई ई.पू कि.मी आदि "
     "रु",
     "", "अध्याय भाग खंड अनुच्छेद"},
    {"mr", text::Script::kIndic, 0, "डॉ डा प्रा प्रो श्री श्रीमती सौ कु पं कै म.रा उ.प्र म.प्र ना मा",
     "पृ क्र रु", "इ.स कि.मी", "", "अध्याय भाग प्रकरण विभाग"},
    {"bn", text::Script::kIndic, kDandaEnds, "ড ডা প্রফ প্রো মো মোঃ সং.রা উ.প্র ম.প্র অধ্যা", "পৃ নং",
     "খ্রি টা কি.মি", "", "অধ্যায় ভাগ খণ্ড"},
    {"ml", text::Script::kIndic, 0, "ഡോ പ്രൊ ശ്രീ മി കെ പി എം വി ടി ഉ.പ്ര മ.പ്ര", "പേ നം", "കി.മീ", "",
     "അധ്യായം ഭാഗം"},
    {"pa", text::Script::kIndic, kDandaEnds, "ਡਾ ਪ੍ਰੋ ਸ੍ਰੀ ਸ", "ਪੰ ਨੰ", "ਕਿ.ਮੀ", "", "ਅਧਿਆਇ ਭਾਗ"},
    {"am", text::Script::kEthiopic, kExclamationGoesOn, "ዶ ፕሮፌ ሻ ኢ.ፌ.ዴ.ሪ አ.ሜ.ሪ.ካ ዓ.ም ዓ.ዓ", "ገጽ ቁ",
     "ወ.ዘ.ተ", "", "ምዕራፍ ክፍል አንቀጽ"},
    {"my", text::Script::kMyanmar, 0, "", "", "", "", "အခန်း အပိုင်း"},
    {"th", text::Script::kThai, 0, "ดร นาย นพ พญ ผศ รศ ศ พล.อ พล.ต.อ ร.ต กทม จ อ ต ถ บ บมจ บจก",
     "น พ.ศ ค.ศ ร ม เล่ม หน้า ข้อ", "น พ.ศ ค.ศ ฯลฯ", "", "บทที่ บท ส่วน ส่วนที่ มาตรา"},
    {"ko", text::Script::kHangul, 0, "", "", "", "", ""},
    {"ja", text::Script::kHan, 0, "", "", "", "", ""},
    {"zh", text::Script::kHan, 0, "", "", "", "", ""},
};

}  // namespace

absl::Span<const LanguageData> Languages() { return kLanguages; }

const LanguageData& SharedByLatin() { return kShared; }

}  // namespace footnote::segmentation
