import type { Language } from '@scenewright/model'

/** What customers say in a language that asks for nothing, and how they ask for a person. Phrases stand between bars. */
export interface SmallTalk {
  readonly greetings: readonly string[]
  /** Farewells and thanks. */
  readonly closings: readonly string[]
  /** Whom they ask for. */
  readonly persons: readonly string[]
  /** Words that may stand around these while nothing else is asked. */
  readonly requests: readonly string[]
  /** Words that may stand in any of it and say nothing. */
  readonly fillers: readonly string[]
}

/** In every language that a bot may have. Accents, case and punctuation count for nothing. */
export const smallTalk: Readonly<Record<Language, SmallTalk>> = {
  en: {
    greetings: [
      'hello|helo|hallo|hi|hiya|hey|heya|hey there|howdy|yo|greetings|good morning|good afternoon|good evening',
      'good day|morning|afternoon|evening|how are you|how are you doing|how is it going|hows it going',
      'nice to meet you|whats up|sup',
    ],
    closings: [
      'thanks|thank you|thank u|thx|ty|tnx|cheers|much appreciated|i appreciate it|thanks a lot|many thanks',
      'thank you so much|thank you very much|thanks so much|thanks a million|thanks for your help',
      'thank you for your help|thanks for the help|thanks for your time|bye|bye bye|goodbye|good bye|cya|see you',
      'see you later|see ya|take care|have a nice day|have a good day|have a great day|have a good one',
      'have a nice weekend|good night|that is all|thats all|that will be all|thatll be all|nothing else',
      'no thanks|no thank you|you too|all good',
    ],
    persons: [
      'operator|human|human being|agent|live agent|person|representative|rep|consultant|advisor|adviser|manager',
      'supervisor|employee|staff member|specialist',
    ],
    requests: [
      'i|id|want|need|would|like|to|can|could|may|you|me|us|we|speak|talk|chat|connect|transfer|pass|put|through',
      'get|give|call|with|a|an|the|real|live|actual|human|support|customer|service|please|now|let|just|wanna',
      'gimme|your|for|on|help|some|someone|who|is|asap|here|in|contact|switch|over',
    ],
    fillers: [
      'there|all|everyone|everybody|team|dear|sir|madam|please|bot|guys|friend|friends|again|ok|okay|oh|and|so',
      'well|great|perfect|support|today|then|now|for|me|very|much',
    ],
  },
  ru: {
    greetings: [
      'привет|приветик|приветствую|здравствуйте|здраствуйте|здрасьте|здрасте|здравствуй|добрый день|доброе утро',
      'добрый вечер|доброго дня|доброго утра|доброго вечера|доброго времени суток|доброго времени|хай|салют|алло',
      'ку|день добрый|утро доброе|вечер добрый|как дела|как поживаете|privet|zdravstvuyte|zdravstvuite',
      'dobryi den|dobry den',
    ],
    closings: [
      'спасибо|спасибки|спс|пасиб|благодарю|благодарю вас|спасибо большое|большое спасибо|огромное спасибо',
      'спасибо огромное|спасибо вам|спасибо за помощь|спасибо за ответ|спасибо за информацию|благодарю за помощь',
      'благодарю за ответ|пока|пока пока|до свидания|досвидания|до встречи|до завтра|всего доброго',
      'всего хорошего|хорошего дня|хорошего вечера|хороших выходных|удачи|доброй ночи|спокойной ночи|это все',
      'на этом все|больше вопросов нет|вопросов нет|вопросов больше нет|нет спасибо|прощайте|счастливо|и вам',
      'spasibo|poka',
    ],
    persons: [
      'оператор|оператора|оператору|оператором|человек|человека|человеку|человеком|менеджер|менеджера|менеджеру',
      'менеджером|консультант|консультанта|консультанту|консультантом|специалист|специалиста|специалисту',
      'специалистом|сотрудник|сотрудника|сотруднику|сотрудником|агента|представителя|представителем',
    ],
    requests: [
      'я|мне|меня|нас|хочу|хотел|хотела|бы|хотелось|нужен|нужна|нужно|надо|можно|можете|могу|могли|пожалуйста',
      'соедините|соедини|свяжите|переключите|переключи|переведите|переведи|позовите|позови|пригласите|дайте|дай',
      'подключите|поговорить|говорить|пообщаться|общаться|связаться|связь|написать|с|со|на|к|живым|живого|живой',
      'живому|реальным|реального|реальный|настоящим|настоящего|поддержки|службы|вашим|вашего|ваш|срочно|прямо',
      'сейчас|а|не|бот|ботом|требую|прошу|позвать|вызвать|вызовите|перевести|соединить|переключить|лучше|просто',
    ],
    fillers: [
      'вам|вас|всем|уважаемые|уважаемый|уважаемая|пожалуйста|еще|раз|снова|и|ну|ок|окей|хорошо|понятно|понял',
      'поняла|ясно|отлично|большое|огромное|очень|все|всё|тогда|ребята|друзья|коллеги|бот|команда|ладно',
      'поддержка',
    ],
  },
  uk: {
    greetings: [
      'привіт|привітик|вітаю|вітання|доброго дня|добрий день|доброго ранку|добрий ранок|добрий вечір',
      'доброго вечора|здрастуйте|здоровенькі були|день добрий|як справи|алло|доброго дня вам',
    ],
    closings: [
      'дякую|дякуємо|дякую вам|щиро дякую|дуже дякую|велике дякую|спасибі|дякую за допомогу|дякую за відповідь',
      'бувай|бувайте|до побачення|до зустрічі|на все добре|всього найкращого|гарного дня|гарного вечора',
      'на добраніч|добраніч|це все|ні дякую|усього доброго|до завтра|па|папа',
    ],
    persons: [
      'оператор|оператора|оператору|оператором|людина|людину|людиною|людини|менеджер|менеджера|менеджером',
      'консультант|консультанта|консультантом|спеціаліст|спеціаліста|спеціалістом|співробітник|співробітника',
      'працівника',
    ],
    requests: [
      'я|мені|мене|хочу|хотів|хотіла|би|б|потрібен|потрібна|потрібно|треба|можна|можу|можете|будь|ласка|зєднайте',
      'з|єднайте|покличте|переключіть|переведіть|дайте|поговорити|говорити|поспілкуватися|звязатися|зв|язатися',
      'на|із|зі|до|живою|живу|жива|живим|живого|реальною|підтримки|вашим|вашого|терміново|зараз|не|ботом|прошу',
    ],
    fillers: ['вам|вас|всім|усім|шановні|будь|ласка|ще|раз|і|та|ну|ок|добре|зрозуміло|дуже|все|команда'],
  },
  be: {
    greetings: ['прывітанне|вітаю|добры дзень|добрай раніцы|добры вечар|дзень добры|прывет|як справы|здароў'],
    closings: [
      'дзякуй|дзякую|вялікі дзякуй|дзякуй вам|шчыра дзякую|дзякуй вялікі|дзякуй за дапамогу|да пабачэння|бывай',
      'бывайце|да сустрэчы|усяго добрага|добрага дня|дабранач|гэта ўсё',
    ],
    persons: [
      'аператар|аператара|аператару|аператарам|чалавек|чалавека|чалавекам|менеджэр|менеджэра|менеджэрам',
      'кансультант|кансультанта|кансультантам|спецыяліст|спецыяліста|спецыялістам',
    ],
    requests: [
      'я|мне|мяне|хачу|патрэбны|патрэбен|трэба|можна|калі|ласка|злучыце|паклічце|перавядзіце|пераключыце',
      'пагаварыць|размаўляць|звязацца|з|са|на|жывым|жывога|жывы|падтрымкі|зараз|прашу',
    ],
    fillers: ['вам|вас|усім|калі|ласка|яшчэ|раз|і|ну|добра|ок|вельмі|усё'],
  },
  kk: {
    greetings: [
      'сәлем|салем|сәлеметсіз бе|сәлеметсізбе|саламатсыз ба|саламатсызба|ассалаумағалейкум|ассалаумагалейкум',
      'қайырлы таң|қайырлы күн|қайырлы кеш|армысыз|қалайсыз|қалыңыз қалай',
    ],
    closings: [
      'рахмет|рақмет|рахмет сізге|көп рахмет|үлкен рахмет|мың рахмет|алғыс айтамын|көмегіңізге рахмет',
      'сау болыңыз|сау бол|қош болыңыз|қош бол|көріскенше|жақсы күн тілеймін|қайырлы түн|жоқ рахмет|болды рахмет',
    ],
    persons: [
      'оператор|операторға|оператормен|операторды|адам|адаммен|адамға|менеджер|менеджермен|менеджерге|маман',
      'маманмен|маманға|кеңесші|кеңесшімен|қызметкер|қызметкермен',
    ],
    requests: [
      'мен|маған|мені|керек|қажет|қосыңыз|қосыңызшы|қосып|беріңіз|беріңізші|беріңіздер|сөйлескім|сөйлесу',
      'сөйлесейін|келеді|болады|ма|бола|өтінемін|тірі|нақты|шақырыңыз|шақырыңызшы|байланыстырыңыз|байланысу',
      'хабарласу|қолдау',
    ],
    fillers: ['сізге|сіздерге|бәріңізге|тағы|да|иә|жақсы|түсінікті|өтінемін|құрметті|көп'],
  },
  uz: {
    greetings: [
      'salom|assalomu alaykum|assalomu aleykum|assalom|assalom alaykum|xayrli tong|xayrli kun|xayrli kech',
      'qalaysiz|yaxshimisiz|салом|ассалому алайкум|хайрли кун',
    ],
    closings: [
      'rahmat|raxmat|rahmat sizga|katta rahmat|kattakon rahmat|tashakkur|minnatdorman|yordamingiz uchun rahmat',
      'xayr|xayr salomat boling|sog boling|salomat boling|korishguncha|xayrli tun|yoq rahmat|рахмат|катта рахмат',
      'хайр',
    ],
    persons: [
      'operator|operatorga|operatorni|operator bilan|odam|odamga|odam bilan|menejer|menejerga|mutaxassis',
      'mutaxassisga|xodim|xodimga|maslahatchi|оператор|операторга',
    ],
    requests: [
      'men|menga|meni|kerak|ulang|ulab|bering|chaqiring|gaplashmoqchiman|gaplashmoqchi|gaplashish|gaplashsam',
      'boladimi|mumkinmi|iltimos|bilan|tirik|jonli|haqiqiy|xohlayman|istayman|boglang|керак|уланг',
    ],
    fillers: ['sizga|hammaga|yana|bir|bor|va|mayli|yaxshi|tushunarli|iltimos|hurmatli|katta'],
  },
  az: {
    greetings: [
      'salam|salamlar|salam aleykum|sabahınız xeyir|sabahiniz xeyir|günortanız xeyir|axşamınız xeyir|xoş gördük',
      'necəsiniz|necəsən|hər vaxtınız xeyir',
    ],
    closings: [
      'təşəkkür|təşəkkürlər|təşəkkür edirəm|çox təşəkkür edirəm|çox sağ olun|çox sağol|sağ olun|sağol|sağolun',
      'minnətdaram|köməyiniz üçün təşəkkür|hələlik|sağlıqla qalın|görüşənədək|gecəniz xeyir|yaxşı gün|xudahafiz',
      'yox sağ olun',
    ],
    persons: [
      'operator|operatora|operatorla|operatoru|insan|insanla|menecer|menecerlə|menecerə|məsləhətçi|mütəxəssis',
      'mütəxəssislə|əməkdaş|əməkdaşla',
    ],
    requests: [
      'mən|mənə|məni|istəyirəm|lazımdır|lazım|qoşun|bağlayın|birləşdirin|çağırın|danışmaq|danışım|danışa|bilərəm',
      'olar|mümkündür|xahiş|edirəm|zəhmət|olmasa|canlı|real|ilə|yönləndirin|dəstək',
    ],
    fillers: ['sizə|hamıya|bir|daha|də|və|yaxşı|aydındır|oldu|zəhmət|olmasa|hörmətli|çox'],
  },
  hy: {
    greetings: ['բարև|բարեւ|բարև ձեզ|բարեւ ձեզ|ողջույն|բարի լույս|բարի օր|բարի երեկո|ինչպես եք|ինչպես ես|վողջույն'],
    closings: [
      'շնորհակալություն|շնորհակալ եմ|շատ շնորհակալ եմ|շատ շնորհակալություն|մերսի|մերսի շատ|ցտեսություն',
      'հաջողություն|հաջող|ամենայն բարիք|բարի գիշեր|լավ օր|ոչ շնորհակալություն',
    ],
    persons: [
      'օպերատոր|օպերատորի|օպերատորին|օպերատորի հետ|մարդ|մարդու|մենեջեր|մենեջերի|մասնագետ|մասնագետի|խորհրդատու',
      'խորհրդատուի|աշխատակից|աշխատակցի',
    ],
    requests: [
      'ես|ինձ|ուզում|եմ|խոսել|խոսեմ|հետ|միացրեք|միացնեք|կապեք|կապվել|կանչեք|պետք|է|կարող|խնդրում|կարելի|իրական',
      'կենդանի|թույլ|տվեք|ձեր',
    ],
    fillers: ['ձեզ|բոլորին|նորից|և|լավ|պարզ|խնդրում|եմ|հարգելի|շատ'],
  },
  ka: {
    greetings: [
      'გამარჯობა|გამარჯობათ|გაგიმარჯოს|სალამი|დილა მშვიდობისა|შუადღე მშვიდობისა|საღამო მშვიდობისა|როგორ ხართ',
      'როგორ ხარ|მოგესალმებით|ჰეი|gamarjoba',
    ],
    closings: [
      'მადლობა|გმადლობთ|დიდი მადლობა|ძალიან დიდი მადლობა|მადლობა დახმარებისთვის|გაიხარეთ|ნახვამდის|კარგად იყავით',
      'კარგად|დროებით|ღამე მშვიდობისა|კარგ დღეს გისურვებთ|არა მადლობა|madloba',
    ],
    persons: [
      'ოპერატორი|ოპერატორს|ოპერატორთან|ადამიანი|ადამიანს|ადამიანთან|მენეჯერი|მენეჯერს|მენეჯერთან|კონსულტანტი',
      'კონსულტანტს|კონსულტანტთან|სპეციალისტი|სპეციალისტს|სპეციალისტთან|თანამშრომელი|თანამშრომელთან',
    ],
    requests: [
      'მე|მინდა|მჭირდება|დამაკავშირეთ|გადამრთეთ|შემაერთეთ|დაუძახეთ|საუბარი|ლაპარაკი|დალაპარაკება|დაკავშირება',
      'შეიძლება|შემიძლია|გთხოვთ|ცოცხალ|ნამდვილ|რეალურ|თქვენს|სასწრაფოდ|ახლა',
    ],
    fillers: ['თქვენ|ყველას|კიდევ|ერთხელ|და|კარგი|გასაგებია|გთხოვთ|ძალიან|დიდი'],
  },
  ky: {
    greetings: [
      'салам|саламатсызбы|саламатсыз бы|ассалому алейкум|ассалоому алейкум|кутман таң|кутман күн|кутман кеч',
      'кайырлуу таң|кайырлуу күн|кандайсыз|арыбаңыз',
    ],
    closings: [
      'рахмат|ыракмат|рахмат сизге|чоң рахмат|чоң ыракмат|жардамыңызга рахмат|ыраазымын|кош болуңуз|кош бол',
      'жакшы калыңыз|көрүшкөнчө|жакшы күн|түнүңүз бейпил болсун|жок рахмат|саламатта калыңыз',
    ],
    persons: [
      'оператор|операторго|оператор менен|операторду|адам|адамга|адам менен|менеджер|менеджерге|адис|адиске',
      'кеңешчи|кызматкер|кызматкерге',
    ],
    requests: [
      'мен|мага|мени|керек|туташтырыңыз|туташтырып|бириктириңиз|коюңуз|бериңиз|чакырыңыз|чакырып|сүйлөшкүм',
      'сүйлөшүү|сүйлөшсөм|келет|болобу|мүмкүнбү|сураныч|менен|тирүү|чыныгы|байланыштырыңыз|которуңуз',
    ],
    fillers: ['сизге|баарыңызга|дагы|бир|жолу|жана|макул|жакшы|түшүнүктүү|сураныч|урматтуу|чоң'],
  },
  tg: {
    greetings: [
      'салом|ассалому алайкум|салом алейкум|субҳ ба хайр|субҳ бахайр|рӯз ба хайр|рӯзатон хуш|шом ба хайр',
      'чӣ хел шумо|хубед шумо|саломат бошед',
    ],
    closings: [
      'раҳмат|рахмат|ташаккур|ташаккури зиёд|раҳмати калон|раҳмати калон ба шумо|барои кӯмак раҳмат|хайр',
      'то дидан|хайр то дидан|худо ҳофиз|шаби хуш|шаб ба хайр|рӯзи хуш|не раҳмат',
    ],
    persons: [
      'оператор|операторро|ба оператор|бо оператор|одам|одамро|инсон|менеҷер|менеҷерро|мутахассис|мутахассисро',
      'машваратчӣ|корманд|кормандро',
    ],
    requests: [
      'ман|ба|маро|мехоҳам|лозим|аст|даркор|пайваст|кунед|пайвандед|гап|занам|гуфтугӯ|кунам|бо|зинда|воқеӣ',
      'метавонам|мумкин|лутфан|илтимос|даъват|гузаронед',
    ],
    fillers: ['шумо|ба|ҳама|боз|як|бор|ва|хуб|фаҳмо|лутфан|муҳтарам|зиёд'],
  },
  tk: {
    greetings: [
      'salam|essalawmaleýkim|essalawmaleykim|salam aleýkim|ertiriňiz haýyrly bolsun|günüňiz haýyrly bolsun',
      'agşamyňyz haýyrly bolsun|nähili siz|ýagdaýlaryňyz nähili|gowumy siz',
    ],
    closings: [
      'sag boluň|sag bol|sagboluň|minnetdar|minnetdarlyk bildirýärin|taňryýalkasyn|köp sag boluň',
      'kömegiňiz üçin sag boluň|hoş galyň|hoş|sag boluň hoş galyň|görüşýänçäk|gijäňiz rahat bolsun|ýok sag boluň',
    ],
    persons: [
      'operator|operatora|operator bilen|operatory|adam|adama|adam bilen|menejer|menejere|hünärmen|hünärmene',
      'maslahatçy|işgär|işgäre',
    ],
    requests: [
      'men|maňa|meni|gerek|birikdiriň|baglanyşdyryň|çagyryň|geçiriň|beriň|gürleşmek|gürleşip|isleýärin|bolarmy',
      'mümkinmi|haýyş|edýärin|bilen|janly|hakyky',
    ],
    fillers: ['size|hemmä|ýene|bir|gezek|we|bolýar|gowy|düşnükli|haýyş|hormatly|köp'],
  },
  de: {
    greetings: [
      'hallo|halloechen|hallöchen|hi|hey|guten tag|guten morgen|guten abend|tag|moin|moin moin|servus|grüß gott',
      'grüß dich|grüezi|grüß sie|schönen guten tag|einen schönen guten tag|morgen|mahlzeit|wie geht es ihnen',
      'wie gehts|wie geht es dir|gruß gott|gruess gott|sehr geehrte damen und herren',
    ],
    closings: [
      'danke|danke schön|dankeschön|danke sehr|vielen dank|besten dank|herzlichen dank|tausend dank',
      'danke vielmals|ich danke ihnen|danke ihnen|danke für ihre hilfe|danke für die hilfe',
      'vielen dank für ihre hilfe|vielen dank für die hilfe|tschüss|tschuss|tschüß|tschau|ciao|auf wiedersehen',
      'wiedersehen|auf wiederhören|bis bald|bis dann|bis morgen|schönen tag|schönen tag noch|einen schönen tag',
      'einen schönen tag noch|schönes wochenende|schönen abend|gute nacht|mfg|mit freundlichen grüßen',
      'viele grüße|das war alles|das wars|das ist alles|nein danke|merci',
    ],
    persons: [
      'mitarbeiter|mitarbeiterin|mensch|menschen|operator|berater|beraterin|kundenberater|kundenbetreuer|agent',
      'agenten|person|sachbearbeiter|ansprechpartner|kollege|kollegen|vorgesetzten',
    ],
    requests: [
      'ich|möchte|will|wurde|würde|gern|gerne|mit|einem|einen|einer|eine|ein|echten|echter|echte|echtem',
      'richtigen|lebenden|sprechen|reden|chatten|verbinden|verbinde|verbunden|werden|sie|mich|mir|bitte|kann',
      'können|könnte|könnten|darf|brauche|benötige|zu|zum|an|weiterleiten|leiten|weiter|holen|geben|jemand',
      'jemanden|jetzt|sofort|ihrem|ihren|den|dem|der|vom|kundenservice|kundendienst|support|menschlichen|direkt',
      'lieber|doch',
    ],
    fillers: [
      'zusammen|alle|liebes|team|bitte|nochmal|nochmals|und|ok|okay|gut|super|alles|klar|prima|also|sehr|dann',
      'schon|allerseits|verstanden',
    ],
  },
  fr: {
    greetings: [
      'bonjour|bonsoir|salut|coucou|hello|hey|allo|bonjour à tous|comment allez vous|comment ça va|ça va',
      'bien le bonjour|bonne journée à vous|rebonjour|bjr|slt|bsr|enchanté',
    ],
    closings: [
      'merci|merci beaucoup|merci bien|mille mercis|un grand merci|grand merci|merci infiniment|merci à vous',
      'je vous remercie|merci pour votre aide|merci pour l’aide|merci de votre aide|merci pour tout',
      'merci d avance|au revoir|aurevoir|à bientôt|à plus|à plus tard|à demain|bonne journée|bonne soirée',
      'bonne nuit|bon weekend|bon week end|adieu|c est tout|cest tout|non merci|cordialement|bonne continuation',
      'mci',
    ],
    persons: [
      'opérateur|opératrice|humain|agent|conseiller|conseillère|personne|quelqu un|quelquun|responsable',
      'représentant|technicien|employé|téléconseiller',
    ],
    requests: [
      'je|j|l|veux|voudrais|souhaite|souhaiterais|aimerais|besoin|ai|d|un|une|de|le|la|à|a|avec|parler|discuter',
      'échanger|joindre|contacter|être|mis|mise|en|relation|contact|transférer|transférez|transférez moi|passez',
      'moi|mettez|connectez|puis|peux|pouvez|pourrais|vous|me|svp|stp|s|il|vous|plaît|plait|réel|réelle|vrai',
      'vraie|vivant|physique|votre|service|client|support|maintenant|peut|on|faut|du',
    ],
    fillers: [
      'à|tous|toutes|madame|monsieur|cher|chère|équipe|svp|stp|encore|et|ok|d|accord|daccord|très|bien|parfait',
      'super|alors|vous|beaucoup|bon',
    ],
  },
  es: {
    greetings: [
      'hola|holaa|buenas|buenos días|buenas tardes|buenas noches|buen día|muy buenas|qué tal|cómo está',
      'cómo estás|cómo están|saludos|hola qué tal|hey|ola|saludos cordiales|alo',
    ],
    closings: [
      'gracias|muchas gracias|mil gracias|muchísimas gracias|gracias por todo|gracias por su ayuda',
      'gracias por tu ayuda|gracias por la ayuda|le agradezco|te agradezco|se lo agradezco|muy agradecido|adiós',
      'chao|chau|hasta luego|hasta pronto|hasta mañana|hasta la vista|nos vemos|que tenga buen día',
      'que tenga un buen día|que tengas buen día|buen fin de semana|eso es todo|es todo|nada más|no gracias',
      'cuídese|un saludo',
    ],
    persons: [
      'operador|operadora|humano|humana|agente|persona|asesor|asesora|representante|encargado|encargada',
      'supervisor|gerente|ejecutivo|ejecutiva|alguien|empleado',
    ],
    requests: [
      'yo|quiero|quisiera|querría|me|gustaría|necesito|puedo|puede|pueden|podría|podrían|puedes|hablar|chatear',
      'comunicarme|comunicar|comuníqueme|contactar|conectar|conécteme|pasar|páseme|pásame|transferir',
      'transfiérame|poner|póngame|con|un|una|el|la|al|a|por|favor|porfavor|real|viva|vivo|de|verdad|su|servicio',
      'cliente|clientes|atención|soporte|ahora|en|ya|que|atienda|contacto|ser|ayuda',
    ],
    fillers: [
      'a|todos|todas|estimados|estimado|señor|señora|equipo|por|favor|porfavor|otra|vez|y|ok|vale|bien|perfecto',
      'entendido|muy|muchas|bueno|amigos|de|nuevo',
    ],
  },
  it: {
    greetings: [
      'ciao|salve|buongiorno|buon giorno|buonasera|buona sera|buon pomeriggio|buondì|pronto|come sta|come stai',
      'come va|ehi|ciao a tutti|buongiorno a tutti|saluti',
    ],
    closings: [
      'grazie|grazie mille|mille grazie|tante grazie|molte grazie|grazie infinite|grazie tante|grazie di tutto',
      'grazie per l aiuto|grazie per laiuto|la ringrazio|ti ringrazio|vi ringrazio|arrivederci|arrivederla|addio',
      'a presto|a dopo|a domani|ci vediamo|buona giornata|buona serata|buonanotte|buona notte|buon weekend',
      'buon fine settimana|è tutto|e tutto|questo è tutto|no grazie|cordiali saluti|ciao ciao',
    ],
    persons: [
      'operatore|operatrice|umano|essere umano|agente|persona|consulente|addetto|responsabile|assistente umano',
      'rappresentante|qualcuno|dipendente',
    ],
    requests: [
      'io|voglio|vorrei|vorremmo|mi|serve|bisogno|ho|di|posso|può|puoi|potrei|potete|potrebbe|parlare|chattare',
      'comunicare|contattare|collegare|mettermi|metta|mettetemi|passi|passami|mi|passa|passare|passarmi',
      'trasferire|trasferitemi|in|contatto|con|un|una|uno|l|lo|la|il|all|reale|vero|vera|vivo|in|carne|ed|ossa',
      'per|favore|favor|piacere|cortesia|servizio|clienti|assistenza|ora|subito|vostro|umano|umana|essere|a',
    ],
    fillers: [
      'a|tutti|gentili|gentile|signore|signora|team|per|favore|di|nuovo|ancora|e|ok|va|bene|perfetto|capito',
      'molto|tante|bene|staff',
    ],
  },
  pt: {
    greetings: [
      'olá|ola|oi|oie|bom dia|boa tarde|boa noite|e aí|e ai|tudo bem|como vai|como está|como estão|alô|saudações',
      'oi tudo bem|olá tudo bem|opa',
    ],
    closings: [
      'obrigado|obrigada|muito obrigado|muito obrigada|obrigadão|obg|brigado|brigada|agradeço|agradecido',
      'agradecida|obrigado pela ajuda|muito obrigado pela ajuda|muito obrigada pela ajuda|obrigada pela ajuda',
      'obrigado por tudo|valeu|tchau|tchau tchau|adeus|até logo|até mais|até breve|até amanhã|tenha um bom dia',
      'um bom dia|bom fim de semana|é só isso|só isso|é tudo|não obrigado|não obrigada|cumprimentos',
      'com os melhores cumprimentos|grato|grata',
    ],
    persons: [
      'operador|operadora|humano|humana|atendente|agente|pessoa|assistente humano|representante|consultor',
      'consultora|gerente|responsável|alguém|funcionário',
    ],
    requests: [
      'eu|quero|queria|gostaria|preciso|posso|pode|podem|poderia|falar|conversar|contactar|contatar|ligar|ligue',
      'me|passe|passar|transferir|transfira|transfiram|conectar|conecte|com|um|uma|o|a|ao|por|favor|porfavor',
      'real|de|verdade|vivo|seu|vosso|serviço|cliente|suporte|apoio|agora|já|em|contato|contacto|para|chamar',
      'chame|ser',
    ],
    fillers: [
      'a|todos|todas|caros|senhor|senhora|equipe|equipa|por|favor|novamente|outra|vez|e|ok|certo|perfeito',
      'entendi|muito|então|ótimo|pessoal|gente',
    ],
  },
  pl: {
    greetings: [
      'cześć|czesc|hej|hejka|dzień dobry|dobry wieczór|witam|witaj|witajcie|siema|dobry|halo|hello|elo',
      'jak się masz|co słychać|witam serdecznie|szanowni państwo',
    ],
    closings: [
      'dziękuję|dziekuje|dzięki|dzieki|dzięki wielkie|wielkie dzięki|dziękuję bardzo|bardzo dziękuję',
      'serdecznie dziękuję|dziękuję za pomoc|dzięki za pomoc|dziękuję za odpowiedź|do widzenia|dowidzenia|pa',
      'pa pa|papa|narazie|na razie|do zobaczenia|do usłyszenia|miłego dnia|miłego wieczoru|dobranoc',
      'udanego weekendu|to wszystko|to tyle|nie dziękuję|pozdrawiam|trzymaj się|żegnam|thx',
    ],
    persons: [
      'konsultant|konsultanta|konsultantem|konsultantką|człowiek|człowieka|człowiekiem|operator|operatora',
      'operatorem|pracownik|pracownika|pracownikiem|doradca|doradcę|doradcą|agent|agenta|agentem|osoba|osobą',
      'osobę|kierownik|kierownika|kierownikiem|przedstawiciel|przedstawicielem',
    ],
    requests: [
      'ja|chcę|chce|chciałbym|chciałabym|potrzebuję|proszę|prosze|połącz|połączcie|połączyć|połączenie|przełącz',
      'przełączyć|przekieruj|porozmawiać|rozmawiać|rozmowa|rozmowę|mówić|skontaktować|się|mnie|mi|z|ze|o|do|na',
      'żywym|żywego|prawdziwym|prawdziwego|prawdziwą|czy|mogę|może|można|możecie|mógłbym|mogłabym|waszym|obsługi',
      'klienta|teraz|natychmiast|dać|daj|dajcie|kontakt',
    ],
    fillers: [
      'państwu|wszystkim|pani|panie|drogi|proszę|jeszcze|raz|ponownie|i|ok|okej|dobrze|rozumiem|super|świetnie',
      'bardzo|no|to|serdecznie',
    ],
  },
  ro: {
    greetings: [
      'bună|buna|bună ziua|buna ziua|bună dimineața|bună seara|salut|salutare|noroc|neața|servus|hei',
      'ce mai faceți|ce faci|ce mai faci|alo|bună tuturor',
    ],
    closings: [
      'mulțumesc|multumesc|mulțumesc mult|mulțumim|mulțumesc frumos|vă mulțumesc|va multumesc|mersi|mersi mult',
      'merci|mulțumesc pentru ajutor|vă mulțumesc pentru ajutor|la revedere|pa|pa pa|pe curând|pe mâine',
      'o zi bună|o zi frumoasă|o seară bună|noapte bună|weekend plăcut|asta e tot|atât|numai bine|nu mulțumesc',
      'toate cele bune',
    ],
    persons: [
      'operator|operatorul|operatorului|om|umană|agent|agentul|persoană|persoana|consultant|consilier',
      'reprezentant|manager|cineva|angajat|coleg',
    ],
    requests: [
      'eu|vreau|aș|as|dori|vrea|doresc|am|nevoie|de|pot|puteți|poate|ați|putea|să|vorbesc|vorbi|discut|discuta',
      'contactez|conectați|conectează|transferați|transfera|transferă|dați|dă|faceți|legătura|îmi|imi|mă|ma|cu',
      'un|o|la|către|vă|va|rog|real|reală|adevărat|adevărată|uman|umană|în|carne|și|oase|dumneavoastră|serviciul',
      'clienți|suport|acum|urgent|te',
    ],
    fillers: [
      'tuturor|vă|va|rog|stimate|stimată|domnule|doamnă|echipa|din|nou|și|ok|bine|perfect|înțeles|am|mult|frumos',
      'foarte',
    ],
  },
}
