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
const asides = `language, sprache, langue, idioma, print, drucken, imprimer, imprimir, privacy, datenschutz*, terms, agb, imprint,
  impressum, legal, mentions, conditions, condiciones, policy, policies, help, hilfe, aide, ayuda, faq, contact, kontakt,
  contacto, login, log in, sign in, anmelden, search, coupon*, voucher*, gutschein*, promo*, download, newsletter, refresh, reload,
  copy, accept all, reject all, refuse all, deny all, allow all, decline all, alle akzeptieren, alle annehmen, alle ablehnen, tout accepter,
  tout refuser, aceptar todo, aceptar todas, rechazar todo, rechazar todas, accetta tutto, rifiuta tutto, alles accepteren, alles weigeren,
  aceitar tudo, rejeitar tudo, english, deutsch, francais, espanol, italiano, nederlands, portugues`
const aside = words(asides)
const languageCode = /^(?:en|de|fr|es|it|nl|pt)(?:-\p{L}{2})?$/u

const cancels = `cancel, cancelar, abort, abbrechen, stornieren, annuler, annulla, annullare, annuleren, anular, abandonner, desistir`
const cancelling = words(`${cancels}, cancel*, abort*, abbruch, stornier*, annul*, abandon*`)
const returning = words(
  `back to, return to, zuruck (?:zum|zur|zu), retour (?:a|au|aux|vers), volver (?:a|al), regresar (?:a|al), torna (?:a|al), terug naar,
  voltar, no,? thanks, no,? thank you, not now, nein,? danke, never mind, quit, exit, verlassen, quitter, salir, non,? merci, no,? gracias`,
)
const back = words(
  '^no$, ^nein$, ^non$, back, go back, leave, return, zuruck, retour, volver, regresar, atras, indietro, terug',
)

const refuses = `decline, reject, refuse, deny, ablehnen, refuser, rifiuta, rifiutare, rechazar, recusar, weigeren`
const fails = `declined, fail, fails, failed, failing, insufficient, not enough, not sufficient, no funds, rejected, refused, denied, stolen,
  lost card, expired card, invalid card, abgelehnt*, gescheitert*, unzureichend*, nicht gedeckt*, ungedeckt*, gestohlen*, rechazad*,
  fallid*, insuficiente*, denegad*, insuffisant*, rifiutat*, negat*, geweigerd*, mislukt*, recusad*, refusee, refusees`
const failing =
  words(`${refuses}, ${fails}, declin*, fail*, not accepted, reject*, error*, ablehn*, fehl*, scheiter*, rechaz*, fallar,
  falla, fallo, denegar, echou*, echec*, rifiut*`)
/** Negations, which do not express failure: "never fails", "no errors", "ohne Fehler". */
const denials =
  /(?<!\p{L})(?:never|no|not|without|nie|kein\p{L}*|ohne|nicht|jamais|sans|nunca|sin) (?:fail|declin|error|fehl|reject|refus|echec|echou|rechaz|fall)\p{L}*/gu

const pays = `pay, payer, payez, paye, buy, place order, order now, bezahlen, bezahle, zahlen, zahle, kaufen, kaufe, bestellen,
  zahlungspflichtig, kostenpflichtig, pagar, paga, pague, comprar, acheter, regler, pagare, acquista, betaal, betalen`
const paysByVerb = words(`${pays}, pays, bezahl*, zahlungspflichtig*, kostenpflichtig*`)
const confirms = `confirm, submit, complete, approve, authori[sz]e, bestatigen, freigeben, abschliessen, confirmer, confirmar, valider,
  autoriser, realizar, conferma, bevestig, bevestigen`
const confirming = words(
  `${confirms}, confirm*, complete*, bestatig*, conferma*, bevestig*, finish, send, senden, enviar, envoyer`,
)
const payments = `payment, purchase, checkout, zahlung, paiement, pago, pagamento`
const aboutPayment = words(payments)
const onward = words(
  `continue, proceed, next, choose, select, go on, weiter*, fortfahren, auswahlen, wahlen, continuar, siguiente, elegir, continuer,
  suivant, choisir, poursuivre, avanti, verder, yes, ok, okay, ja, oui, si, accept, agree, sim`,
)

const loggingIn = words(
  'log in, login, sign in, signin, anmelden, einloggen, connexion, se connecter, iniciar sesion, entrar, accedi',
)

/** Returns whether a string speaks of logging in. */
export const speaksOfLoggingIn = (text: string): boolean => loggingIn.test(plain(text))

/** Returns whether a button of this name pays directly: "Pay now", but not "Continue to payment". */
export const paysAtOnce = (name: string): boolean =>
  speaksOfPaying(name) && !speaksOfLoggingIn(name) && !onward.test(plain(name))

/** Returns whether a string speaks of paying, even if it says more, such as "Pay with declined card". */
export const speaksOfPaying = (text: string): boolean => paysByVerb.test(plain(text)) || aboutPayment.test(plain(text))

const means = `card, cards, credit, debit, visa, mastercard, amex, maestro, bank, transfer, sepa, ideal, paypal, klarna, wallet, apple, google,
  karte, kreditkarte, uberweisung, lastschrift, carte, virement, tarjeta, transferencia, bizum, carta, bonifico, kaart, cartao`

/** Returns whether a string names a means of payment, such as "Visa". */
export const speaksOfMeans = (text: string): boolean => meansOfPayment.test(plain(text))

const meansOfPayment = words(means)

const objects = `${payments}, order, transaction, bestellung, kauf, commande, achat, pedido, compra, ordine, acquisto, betaling, bestelling`

/** Words that do not change the meaning of the others. */
const beside = `${objects}, now, and, with, by, my, your, the, this, a, that, to, securely, test, money, jetzt, sicher, und, mit, per,
  die, den, der, maintenant, et, par, avec, le, la, ahora, y, con, el, ora, e, il, nu, en, met`
const places = `back, go, return, shop, store, merchant, zuruck, zum, zur, handler, retour, au, boutique, volver, al, tienda, negozio, terug,
  naar, winkel`

const currencies = Intl.supportedValuesOf('currency').join(', ').toLowerCase()
const amount = /(?:\p{L}{0,3}\p{Sc}|(?<!\p{L})\p{L}{3})? ?\p{N}[\p{N}.,'’·٫ ]*(?:\p{Sc}|\p{L}{1,3}(?!\p{L}))?/gu

/** Returns a predicate for texts that consist of words of a list and an amount. */
const consistsOf = (list: string): ((text: string) => boolean) => {
  const known = new RegExp(words(list), 'gu')
  return text => !/[\p{L}\p{N}]/u.test(text.replace(amount, ' ').replace(known, ' '))
}

/** The labels with a certain meaning: a known verb and its object, and nothing else. */
const labels = {
  pay: consistsOf(`${pays}, ${confirms}, ${means}, ${beside}, ${currencies}, minutes left`),
  fail: consistsOf(`${fails}, ${pays}, simulate, always, funds, ${means}, ${beside}`),
  cancel: consistsOf(`${cancels}, ${places}, ${beside}`),
  refusal: consistsOf(`${refuses}, ${beside}`),
  aside: consistsOf(`${asides}, ${beside}, ${confirms}, cookies, us, of, use, service, notice, page`),
}

/** Returns whether a button refuses something, such as a payment: "Decline". */
export const refusesPlainly = (text: string): boolean => words(refuses).test(plain(text)) && labels.refusal(plain(text))

const isCertain = (purpose: Purpose, text: string): boolean => {
  // A question is asked, not pressed: "Card declined?" leads to help.
  if (/[?¿]/.test(text)) return false
  if (purpose === 'aside') return labels.aside(text) || languageCode.test(text)
  if (purpose === 'pay') return labels.pay(text) && (paysByVerb.test(text) || words(objects).test(text))
  if (purpose === 'fail') return labels.fail(text) && words(fails).test(text)
  return purpose === 'cancel' && labels.cancel(text) && cancelling.test(text)
}

/** Matches what separates the clauses of a string, which the comma in a number or in "No, thanks" does not. */
const clauseEnd = /[;(·—–|]|(?<!^no|^nein|^non),(?!\d)(?! \d+ minutes)|\s-\s/u

const intentOfClause = (clause: string): Intent => {
  const [cancels, pays] = [clause.search(cancelling), clause.search(paysByVerb)]
  if (cancels >= 0 && pays >= 0) return { purpose: cancels < pays ? 'cancel' : 'pay', weight: 2 }
  if (cancels >= 0) return { purpose: 'cancel', weight: 2 }
  if (failing.test(clause.replace(denials, ' '))) return { purpose: 'fail', weight: 2 }
  if (returning.test(clause)) return { purpose: 'cancel', weight: 2 }
  if (pays >= 0 || confirming.test(clause)) return { purpose: 'pay', weight: 2 }
  if (onward.test(clause)) return { purpose: 'onward', weight: 2 }
  if (aboutPayment.test(clause)) return { purpose: 'pay', weight: 1 }
  return { purpose: back.test(clause) ? 'cancel' : 'unknown', weight: 1 }
}

/**
 * Returns the intent of one text. The first clause with known words decides: "Pay 4.56 · free cancellation" pays. The intent is certain
 * only if the whole text is a plain label.
 */
const intentOfText = oncePerText((original): Intent => {
  const text = plain(original)
  const ofAside: Intent = { purpose: 'aside', weight: isCertain('aside', text) ? 3 : 2 }
  if (cookies.test(text)) return ofAside
  const isAside = aside.test(text) || languageCode.test(text)
  if (isAside && !paysByVerb.test(text) && !/^(?:cancel|abbrechen|annuler|cancelar)/.test(text)) return ofAside
  const parts = text.split(clauseEnd)
  const clauses = parts.map(clause => intentOfClause(clause.trim()))
  const told = clauses.find(({ weight }) => weight > 1) ?? clauses.find(({ purpose }) => purpose !== 'unknown')
  if (told === undefined) return { purpose: 'unknown', weight: 1 }
  // For example "Pay (declined card)", which would be used to pay if it were taken for a working option.
  const fails = told.purpose === 'pay' ? clauses.find(({ purpose }) => purpose === 'fail') : undefined
  const { purpose } = fails ?? told
  // A style may put a label and its hint on two lines: "Declined cardAlways fails".
  const apart = plain(original.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
  if (clauses.length === 1 && [text, apart].some(each => isCertain(purpose, each))) return { purpose, weight: 3 }
  if (clauses.length === 1) return { purpose, weight: told.weight }
  return { purpose, weight: parts.some(part => isCertain(purpose, part)) ? 2 : 1 }
})

/** Returns whether a control says as a whole, and in plain words, what it does. */
export const isPlainlyLabelled = ({ purpose, weight }: Intent): boolean => weight === 3 && purpose !== 'unknown'

/** Returns the intent of the first text that has one. */
export const intentOf = (...texts: string[]): Intent =>
  texts.map(intentOfText).find(intent => intent.purpose !== 'unknown') ?? { purpose: 'unknown', weight: 1 }
