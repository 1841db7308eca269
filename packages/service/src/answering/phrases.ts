import type { Language } from '@scenewright/model'

/** What the service itself says to a customer. */
export interface Phrases {
  /** Stands above the topics to choose from. */
  readonly choose: string
  readonly nothingFound: string
  readonly operator: string
}

/** In every language that a bot may have. */
export const phrases: Readonly<Record<Language, Phrases>> = {
  ru: {
    choose: 'Пожалуйста, выберите тему:',
    nothingFound: 'К сожалению, ответ не найден.',
    operator: 'Передаю вас оператору.',
  },
  en: {
    choose: 'Please choose a topic:',
    nothingFound: 'Sorry, no answer was found.',
    operator: 'I am passing you on to an operator.',
  },
  uk: {
    choose: 'Будь ласка, оберіть тему:',
    nothingFound: 'На жаль, відповідь не знайдено.',
    operator: 'Передаю вас оператору.',
  },
  be: {
    choose: 'Калі ласка, выберыце тэму:',
    nothingFound: 'На жаль, адказ не знойдзены.',
    operator: 'Перадаю вас аператару.',
  },
  kk: {
    choose: 'Тақырыпты таңдаңыз:',
    nothingFound: 'Өкінішке қарай, жауап табылмады.',
    operator: 'Сізді операторға қосамын.',
  },
  uz: {
    choose: 'Iltimos, mavzuni tanlang:',
    nothingFound: 'Afsuski, javob topilmadi.',
    operator: 'Sizni operatorga ulayman.',
  },
  az: {
    choose: 'Zəhmət olmasa, mövzu seçin:',
    nothingFound: 'Təəssüf ki, cavab tapılmadı.',
    operator: 'Sizi operatora yönləndirirəm.',
  },
  hy: {
    choose: 'Խնդրում ենք ընտրել թեման՝',
    nothingFound: 'Ցավոք, պատասխան չի գտնվել։',
    operator: 'Ձեզ փոխանցում եմ օպերատորին։',
  },
  ka: {
    choose: 'გთხოვთ, აირჩიოთ თემა:',
    nothingFound: 'სამწუხაროდ, პასუხი ვერ მოიძებნა.',
    operator: 'გადაგამისამართებთ ოპერატორთან.',
  },
  ky: {
    choose: 'Сураныч, теманы тандаңыз:',
    nothingFound: 'Тилекке каршы, жооп табылган жок.',
    operator: 'Сизди операторго өткөрүп берем.',
  },
  tg: {
    choose: 'Лутфан мавзӯъро интихоб кунед:',
    nothingFound: 'Мутаассифона, ҷавоб ёфт нашуд.',
    operator: 'Шуморо ба оператор мепайвандам.',
  },
  tk: {
    choose: 'Mowzugy saýlaň:',
    nothingFound: 'Gynansak-da, jogap tapylmady.',
    operator: 'Sizi operatora geçirýärin.',
  },
  de: {
    choose: 'Bitte wählen Sie ein Thema:',
    nothingFound: 'Leider wurde keine Antwort gefunden.',
    operator: 'Ich verbinde Sie mit einem Mitarbeiter.',
  },
  fr: {
    choose: 'Veuillez choisir un sujet :',
    nothingFound: 'Désolé, aucune réponse n’a été trouvée.',
    operator: 'Je vous transfère à un opérateur.',
  },
  es: {
    choose: 'Elija un tema, por favor:',
    nothingFound: 'Lo sentimos, no se encontró ninguna respuesta.',
    operator: 'Le paso con un operador.',
  },
  it: {
    choose: 'Scelga un argomento, per favore:',
    nothingFound: 'Purtroppo non è stata trovata alcuna risposta.',
    operator: 'La metto in contatto con un operatore.',
  },
  pt: {
    choose: 'Escolha um tema, por favor:',
    nothingFound: 'Infelizmente, não foi encontrada nenhuma resposta.',
    operator: 'Vou transferi-lo para um operador.',
  },
  pl: {
    choose: 'Proszę wybrać temat:',
    nothingFound: 'Niestety nie znaleziono odpowiedzi.',
    operator: 'Łączę z konsultantem.',
  },
  ro: {
    choose: 'Vă rugăm să alegeți un subiect:',
    nothingFound: 'Din păcate, nu a fost găsit niciun răspuns.',
    operator: 'Vă transfer către un operator.',
  },
}
