import { oncePerText } from './once-per-text.ts'

/** The purpose of a control. `aside`: neither paying nor cancelling, such as a link to the terms. */
export type Purpose = 'pay' | 'fail' | 'cancel' | 'onward' | 'aside' | 'unknown'

/** The purpose that a control's words express, and how clearly: 3 is explicit, 2 and 1 are guesses. */
export type Intent = { purpose: Purpose; weight: 1 | 2 | 3 }

/** Returns the text in lower case, without diacritics, white space collapsed, cut to 300 characters. */
export const plain = oncePerText((text): string =>
  text.slice(0, 300).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim(),
)

const wholeWords = (...words: string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'u')

/** Returns a pattern for the words of a comma-separated list; `*` matches any ending. */
export const words = (list: string): RegExp =>
  wholeWords(...list.split(/\s*,\s+/).map(word => word.replaceAll('*', '\\p{L}*')))

// The lists have English, German, French and Spanish words, and some in Italian, Dutch and Portuguese.
const cookies = words('cookie*')
const aside = words(
  `language, sprache, langue, idioma, print, drucken, imprimer, imprimir, privacy, datenschutz*, terms, agb, imprint,
  impressum, legal, mentions, conditions, condiciones, policy, policies, help, hilfe, aide, ayuda, faq, contact, kontakt,
  contacto, login, log in, sign in, anmelden, search, coupon*, voucher*, gutschein*, promo*, download, newsletter, refresh, reload,
  copy, accept all, reject all, refuse all, deny all, allow all, decline all, alle akzeptieren, alle annehmen, alle ablehnen, tout accepter,
  tout refuser, aceptar todo, aceptar todas, rechazar todo, rechazar todas, accetta tutto, rifiuta tutto, alles accepteren, alles weigeren,
  aceitar tudo, rejeitar tudo, english, deutsch, francais, espanol, italiano, nederlands, portugues`,
)
const languageCode = /^(?:en|de|fr|es|it|nl|pt)(?:-\p{L}{2})?$/u

const cancelling = words('cancel*, abort*, abbrechen, abbruch, stornier*, annul*, anular, abandon*, desistir')
const returning = words(
  `back to, return to, zuruck (?:zum|zur|zu), retour (?:a|au|aux|vers), volver (?:a|al), regresar (?:a|al), torna (?:a|al), terug naar,
  voltar, no,? thanks, no,? thank you, not now, nein,? danke, never mind, quit, exit, verlassen, quitter, salir, non,? merci, no,? gracias`,
)
const back = words(
  '^no$, ^nein$, ^non$, back, go back, leave, return, zuruck, retour, volver, regresar, atras, indietro, terug',
)

const failing = words(
  `declin*, fail*, insufficient, not enough, not sufficient, not accepted, no funds, reject*, refus*, error*, denied, deny, stolen,
  lost card, expired card, invalid card, abgelehnt*, ablehn*, fehl*, scheiter*, unzureichend*, nicht gedeckt*, ungedeckt*, gestohlen*,
  rechaz*, fallid*, fallar, falla, fallo, insuficiente*, denegad*, denegar, echou*, echec*, insuffisant*, rifiut*, negat*, geweigerd*,
  mislukt*, recusad*`,
)
/** Negations, which do not express failure: "never fails", "no errors", "ohne Fehler". */
const denials =
  /(?<!\p{L})(?:never|no|not|without|nie|kein\p{L}*|ohne|nicht|jamais|sans|nunca|sin) (?:fail|declin|error|fehl|reject|refus|echec|echou|rechaz|fall)\p{L}*/gu

const payingVerbs = `pay, pays, payer, payez, paye, buy, place order, order now, complete*, approve, authori[sz]e,
  bezahl*, zahlen, zahle, kaufen, kaufe, bestellen, zahlungspflichtig*, kostenpflichtig*, pagar, paga, pague, comprar,
  realizar, acheter, regler, pagare, acquista, betaal, betalen`
const paysByVerb = words(payingVerbs)
const paying = words(`${payingVerbs}, payment, paiement, purchase, zahlung, pago, pagamento, checkout`)
const confirming = words(
  'confirm*, submit, bestatig*, valider, conferma*, bevestig*, finish, send, senden, enviar, envoyer',
)
const onward = words(
  `continue, proceed, next, choose, select, go on, weiter*, fortfahren, auswahlen, wahlen, continuar, siguiente, elegir, continuer,
  suivant, choisir, poursuivre, avanti, verder, yes, ok, okay, ja, oui, si, accept, agree, sim`,
)

const loggingIn = words(
  'log in, login, sign in, signin, anmelden, einloggen, connexion, se connecter, iniciar sesion, entrar, accedi',
)

/** Returns whether a text speaks of logging in. */
export const speaksOfLoggingIn = (text: string): boolean => loggingIn.test(plain(text))

/** Returns whether a button of this name pays directly: "Pay now", but not "Continue to payment". */
export const paysAtOnce = (name: string): boolean =>
  speaksOfPaying(name) && !speaksOfLoggingIn(name) && !onward.test(plain(name))

/** Returns whether a text speaks of paying, even if it says more, such as "Pay with declined card". */
export const speaksOfPaying = (text: string): boolean => paying.test(plain(text))

/** Words that deny or limit the meaning of a text, so that it may mean something else: "no insurance", "how to cancel". */
const hedges = words(
  `if, unless, when, how, why, not, no, never, without, don.t, can.t, free, cancellation*, any ?time, wenn, falls, wie, nicht, kein*, ohne,
  kostenlos*, si, ne, pas, sans, comment, gratuit*, como, sin, gratis`,
)

/** The separators of the clauses of a text; the comma of a number or of "No, thanks" does not. */
const clauseEnd = /[;(·—–|]|(?<!^no|^nein|^non),(?!\d)|\s-\s/u

/** Words of the longest text that only names the effect of its control. */
const mostWords = 6

/** Returns whether a text says more than the effect of its control. */
const saysMore = (text: string): boolean =>
  hedges.test(text.replace(failing, ' ').replace(returning, ' ')) || (text.match(/\p{L}+/gu)?.length ?? 0) > mostWords

const lower = ({ purpose, weight }: Intent): Intent => ({ purpose, weight: weight === 3 ? 2 : 1 })

const intentOfClause = (clause: string): Intent => {
  const [cancels, pays] = [clause.search(cancelling), clause.search(paysByVerb)]
  if (cancels >= 0 && pays >= 0) return { purpose: cancels < pays ? 'cancel' : 'pay', weight: 2 }
  if (cancels >= 0) return { purpose: 'cancel', weight: 3 }
  if (failing.test(clause.replace(denials, ' '))) return { purpose: 'fail', weight: 3 }
  if (returning.test(clause)) return { purpose: 'cancel', weight: 2 }
  if (paying.test(clause)) return { purpose: 'pay', weight: 3 }
  if (confirming.test(clause)) return { purpose: 'pay', weight: 2 }
  if (onward.test(clause)) return { purpose: 'onward', weight: 2 }
  return { purpose: back.test(clause) ? 'cancel' : 'unknown', weight: 1 }
}

/**
 * Returns the intent of one text. The first clause with clear words tells it: "Pay 4.56 · free cancellation" pays. That is a guess if the
 * text says more.
 */
const intentOfText = oncePerText((original): Intent => {
  const text = plain(original)
  const isAside = aside.test(text) || languageCode.test(text)
  if (cookies.test(text)) return { purpose: 'aside', weight: 3 }
  if (isAside && !paying.test(text) && !/^(?:cancel|abbrechen|annuler|cancelar)/.test(text))
    return { purpose: 'aside', weight: 3 }
  const clauses = text.split(clauseEnd).map(clause => intentOfClause(clause.trim()))
  const told = clauses.find(({ weight }) => weight > 1) ?? clauses.find(({ purpose }) => purpose !== 'unknown')
  if (told === undefined) return { purpose: 'unknown', weight: 1 }
  // Such as "Pay (declined card)": a reader who misses the brackets would pay with it.
  const fails =
    told.purpose === 'pay' ? clauses.find(({ purpose, weight }) => purpose === 'fail' && weight === 3) : undefined
  const isOther = ({ purpose }: Intent) => ['pay', 'fail', 'cancel'].includes(purpose) && purpose !== told.purpose
  const isGuess = told !== clauses[0] || clauses.some(isOther) || saysMore(text)
  return isGuess ? lower(fails ?? told) : told
})

/** Returns the intent of the first text that has one. */
export const intentOf = (...texts: string[]): Intent =>
  texts.map(intentOfText).find(intent => intent.purpose !== 'unknown') ?? { purpose: 'unknown', weight: 1 }
