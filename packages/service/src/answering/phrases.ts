import type { Language } from '@scenewright/model/config'

/** The texts of the service itself for customers. */
export interface Phrases {
  /** The line above a list of topics. */
  readonly choose: string
  readonly nothingFound: string
  readonly operator: string
  /** Asks for more information if the question is too vague. */
  readonly clarify: string
  /** The line above the addresses of public sources. */
  readonly sources: string
}

/** In every language that a bot can have. */
export const phrases: Readonly<Record<Language, Phrases>> = {
  ru: {
    choose: 'Пожалуйста, выберите тему:',
    nothingFound: 'К сожалению, ответ не найден.',
    operator: 'Передаю вас оператору.',
    clarify: 'Пожалуйста, опишите вопрос подробнее.',
    sources: 'Источники:',
  },
  en: {
    choose: 'Please choose a topic:',
    nothingFound: 'Sorry, no answer was found.',
    operator: 'I am passing you on to an operator.',
    clarify: 'Please describe your question in more detail.',
    sources: 'Sources:',
  },
  uk: {
    choose: 'Будь ласка, оберіть тему:',
    nothingFound: 'На жаль, відповідь не знайдено.',
    operator: 'Передаю вас оператору.',
    clarify: 'Будь ласка, опишіть питання докладніше.',
    sources: 'Джерела:',
  },
  be: {
    choose: 'Калі ласка, выберыце тэму:',
    nothingFound: 'На жаль, адказ не знойдзены.',
    operator: 'Перадаю вас аператару.',
    clarify: 'Калі ласка, апішыце пытанне падрабязней.',
    sources: 'Крыніцы:',
  },
  kk: {
    choose: 'Тақырыпты таңдаңыз:',
    nothingFound: 'Өкінішке қарай, жауап табылмады.',
    operator: 'Сізді операторға қосамын.',
    clarify: 'Сұрағыңызды толығырақ сипаттап беріңіз.',
    sources: 'Дереккөздер:',
  },
  uz: {
    choose: 'Iltimos, mavzuni tanlang:',
    nothingFound: 'Afsuski, javob topilmadi.',
    operator: 'Sizni operatorga ulayman.',
    clarify: 'Iltimos, savolingizni batafsilroq yozing.',
    sources: 'Manbalar:',
  },
  az: {
    choose: 'Zəhmət olmasa, mövzu seçin:',
    nothingFound: 'Təəssüf ki, cavab tapılmadı.',
    operator: 'Sizi operatora yönləndirirəm.',
    clarify: 'Zəhmət olmasa, sualınızı daha ətraflı yazın.',
    sources: 'Mənbələr:',
  },
  hy: {
    choose: 'Խնդրում ենք ընտրել թեման՝',
    nothingFound: 'Ցավոք, պատասխան չի գտնվել։',
    operator: 'Ձեզ փոխանցում եմ օպերատորին։',
    clarify: 'Խնդրում ենք ավելի մանրամասն նկարագրել հարցը։',
    sources: 'Աղբյուրներ՝',
  },
  ka: {
    choose: 'გთხოვთ, აირჩიოთ თემა:',
    nothingFound: 'სამწუხაროდ, პასუხი ვერ მოიძებნა.',
    operator: 'გადაგამისამართებთ ოპერატორთან.',
    clarify: 'გთხოვთ, უფრო დეტალურად აღწეროთ კითხვა.',
    sources: 'წყაროები:',
  },
  ky: {
    choose: 'Сураныч, теманы тандаңыз:',
    nothingFound: 'Тилекке каршы, жооп табылган жок.',
    operator: 'Сизди операторго өткөрүп берем.',
    clarify: 'Сурооңузду кененирээк жазып бериңиз.',
    sources: 'Булактар:',
  },
  tg: {
    choose: 'Лутфан мавзӯъро интихоб кунед:',
    nothingFound: 'Мутаассифона, ҷавоб ёфт нашуд.',
    operator: 'Шуморо ба оператор мепайвандам.',
    clarify: 'Лутфан саволи худро муфассалтар нависед.',
    sources: 'Манбаъҳо:',
  },
  tk: {
    choose: 'Mowzugy saýlaň:',
    nothingFound: 'Gynansak-da, jogap tapylmady.',
    operator: 'Sizi operatora geçirýärin.',
    clarify: 'Soragyňyzy has giňişleýin ýazyň.',
    sources: 'Çeşmeler:',
  },
  de: {
    choose: 'Bitte wählen Sie ein Thema:',
    nothingFound: 'Leider wurde keine Antwort gefunden.',
    operator: 'Ich verbinde Sie mit einem Mitarbeiter.',
    clarify: 'Bitte beschreiben Sie Ihre Frage genauer.',
    sources: 'Quellen:',
  },
  fr: {
    choose: 'Veuillez choisir un sujet :',
    nothingFound: 'Désolé, aucune réponse n’a été trouvée.',
    operator: 'Je vous transfère à un opérateur.',
    clarify: 'Veuillez décrire votre question plus en détail.',
    sources: 'Sources :',
  },
  es: {
    choose: 'Elija un tema, por favor:',
    nothingFound: 'Lo sentimos, no se encontró ninguna respuesta.',
    operator: 'Le paso con un operador.',
    clarify: 'Describa su pregunta con más detalle, por favor.',
    sources: 'Fuentes:',
  },
  it: {
    choose: 'Scelga un argomento, per favore:',
    nothingFound: 'Purtroppo non è stata trovata alcuna risposta.',
    operator: 'La metto in contatto con un operatore.',
    clarify: 'Descriva la sua domanda in modo più dettagliato, per favore.',
    sources: 'Fonti:',
  },
  pt: {
    choose: 'Escolha um tema, por favor:',
    nothingFound: 'Infelizmente, não foi encontrada nenhuma resposta.',
    operator: 'Vou transferi-lo para um operador.',
    clarify: 'Descreva a sua pergunta com mais detalhe, por favor.',
    sources: 'Fontes:',
  },
  pl: {
    choose: 'Proszę wybrać temat:',
    nothingFound: 'Niestety nie znaleziono odpowiedzi.',
    operator: 'Łączę z konsultantem.',
    clarify: 'Proszę opisać pytanie dokładniej.',
    sources: 'Źródła:',
  },
  ro: {
    choose: 'Vă rugăm să alegeți un subiect:',
    nothingFound: 'Din păcate, nu a fost găsit niciun răspuns.',
    operator: 'Vă transfer către un operator.',
    clarify: 'Vă rugăm să descrieți întrebarea mai detaliat.',
    sources: 'Surse:',
  },
}
