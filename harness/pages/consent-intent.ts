import { plain, words } from './control-intent.ts'

/** What a control does with a permission. */
export type Effect = 'grant' | 'deny'

const denying = words(
  `deny, denied, denies, refus*, reject*, declin*, disallow*, block*, forbid*, withhold*, ^no$, no, not, never, don't, dont, none, nothing,
  ^off$, false, ^0$, without, ablehn*, abgelehnt*, abzulehnen, verweiger*, verbiet*, sperr*, nicht, nein, kein*, denegar, deneg*, rechaz*, negar,
  nao, non, ne, pas, rifiut*, nega, niet, nee, weiger*, recus*, revok*, widerruf*,
  skip*, hide, hidden, exclud*, omit*, opt out, private`,
)
const granting = words(
  `allow*, grant*, approv*, accept*, agree*, permit*, shar*, consent*, authori*, enable*, yes, ^on$, true, ^1$, erlaub*, zulass*, zustimm*,
  gewahr*, freigeb*, teil*, ja, autoris*, autoriz*, permett*, accord*, partag*, oui, compart*, acept*, si, condivid*, accett*,
  toesta*, delen, partilh*, sim, aceit*, include*, provide*, disclos*, reveal*, releas*, opt in`,
)

/** A text of so many words or fewer says no wherever it says it; a longer one explains itself behind its first words. */
const fewWords = 5

const first = (pattern: RegExp, text: string): number => {
  const at = text.search(pattern)
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

/** Words of a label, a value or a name: "Don't share", `email:granted`, `denied_permissions`. */
const spelled = (text: string): string => plain(apart(text.replace(/[’‘`]/g, "'")))

/** Whether a text grants or denies; undefined where it says neither. */
export const effectOf = (given: string): Effect | undefined => {
  const text = spelled(given)
  const [no, yes] = [first(denying, text), first(granting, text)]
  if (!Number.isFinite(no) && !Number.isFinite(yes)) return undefined
  if (Number.isFinite(no) && text.split(' ').length <= fewWords) return 'deny'
  return no < yes ? 'deny' : 'grant'
}

const whole = words('all, everything, alle, alles, tout, toute, tous, toutes, todo, todos, todas, tutti, tutto, tudo')

/** Whether it is about every permission at once. */
export const isAboutAll = (text: string): boolean => whole.test(plain(text))

const sendOptions = words(
  `submit, confirm*, continue, save*, send, done, finish*, ok, okay, apply, proceed, next, complete, selected, selection, choice*, decision*,
  bestatig*, weiter*, speicher*, absenden, senden, fertig*, abschliess*, fortfahren, ubernehm*, auswahl, ausgewahlte*, entscheidung*, valid*,
  enregistr*, envoy*, suivant, termin*, poursuivre, guardar, enviar, continuar, siguiente, seleccion*, salva*, invia*, avanti, prosegui,
  bevestig*, opslaan, verzend*, verder, volgende, doorgaan, gravar, concluir`,
)

/** Whether it sends what was chosen, or leads on. */
export const isSending = (text: string): boolean => sendOptions.test(plain(text))

/** What people call the permissions that the document shows. */
const called: Readonly<Record<string, RegExp>> = {
  name: words('names?, vornamen?, nachnamen?, nom, noms, nombres?, nome, naam, apellidos?'),
  email: words('e-?mails?, e-?mail-*, courriel, correo*, mail*'),
  phone: words('phone*, telephone*, telefon*, mobile*, handy*, rufnummer'),
  id_card: words(
    `id card*, idcard*, identity card*, identity document*, id document*, government id, passport, ausweis*, personalausweis*,
    carte d.identite, piece d.identite, documento*, carta d.identita, dni, identiteits*`,
  ),
  liveness: words('liveness*, selfie*, lebend*, vivant*, preuve de vie, prueba de vida, vitalita, levend*'),
}

/** Words of a name in code: `idCard`, `id_card`, `permissions[id-card]`. */
export const apart = (code: string): string =>
  code
    .slice(0, 300)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/[_:;,=./[\]{}()|+-]+/g, ' ')

const inWords = (code: string): string => ` ${plain(apart(code))} `

/** The only permission that a name or value in code speaks of. */
export const permissionInCode = (code: string, permissions: readonly string[]): string | undefined => {
  if (permissions.includes(code)) return code
  const text = inWords(code)
  const found = permissions.filter(one => text.includes(inWords(one)))
  const longest = found.toSorted((a, b) => b.length - a.length)[0]
  return found.every(one => inWords(longest ?? '').includes(inWords(one))) ? longest : undefined
}

/** The permission that a text for people speaks of first. */
export const permissionInText = (given: string, permissions: readonly string[]): string | undefined => {
  const text = plain(given)
  const places = permissions.map(one => {
    const inCode = text.indexOf(plain(one))
    const isCode = inCode >= 0 && inWords(text).includes(inWords(one))
    const told = called[one]
    return {
      one,
      at: Math.min(isCode ? inCode : Number.POSITIVE_INFINITY, told ? first(told, text) : Number.POSITIVE_INFINITY),
    }
  })
  const [earliest] = places.filter(({ at }) => Number.isFinite(at)).sort((a, b) => a.at - b.at)
  return earliest?.one
}
