import { entryOf } from '../../protocol/json/any-json.ts'
import { intentOf, plain, words } from '../document/control-intent.ts'
import { oncePerText } from '../document/once-per-text.ts'

/** The effect of a control on a permission. */
export type Effect = 'grant' | 'deny'

const denyingVerbs = `deny, denied, denies, refus*, reject*, declin*, disallow*, block*, forbid*, withhold*, ablehn*, abgelehnt*, abzulehnen,
  verweiger*, verbiet*, sperr*, denegar, deneg*, rechaz*, negar, rifiut*, nega, weiger*, recus*, revok*, widerruf*, skip*, hide, hidden,
  exclud*, omit*, opt out`
const grantingVerbs = `allow*, grant*, approv*, accept*, agree*, permit*, shar*, consent*, authori*, enable*, erlaub*, zulass*, zustimm*,
  gewahr*, freigeb*, teil*, autoris*, autoriz*, permett*, accord*, partag*, compart*, acept*, condivid*, accett*, toesta*, delen, partilh*,
  aceit*, include*, provide*, disclos*, reveal*, releas*, opt in`
const negations =
  "no, not, never, don't, dont, none, nothing, without, nicht, nein, kein*, nao, non, ne, pas, niet, nee"
const affirmations = 'yes, ja, oui, si, sim'

const denying = words(`${denyingVerbs}, ${negations}, ^no$, ^off$, false, ^0$, private`)
const granting = words(`${grantingVerbs}, ${affirmations}, ^on$, true, ^1$`)

/** In a string of at most this many words, a denying word counts anywhere; a longer text starts with its meaning and then explains it. */
const fewWords = 5

const firstMatch = (pattern: RegExp, text: string): number => {
  const at = text.search(pattern)
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

/** Returns the words of a label, a value or a name: "Don't share", `email:granted`, `denied_permissions`. */
const wordsOf = (text: string): string => plain(separateWords(text.replace(/[’‘`]/g, "'")))

/** Returns whether a string grants or denies; `undefined` if it does neither. */
export const effectOf = oncePerText((original): Effect | undefined => {
  const text = wordsOf(original)
  const [denies, grants] = [firstMatch(denying, text), firstMatch(granting, text)]
  if (!Number.isFinite(denies) && !Number.isFinite(grants)) return undefined
  if (Number.isFinite(denies) && text.split(' ').length <= fewWords) return 'deny'
  return denies < grants ? 'deny' : 'grant'
})

/** Splits the words of a list. */
const setOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** The words of plain labels: "Allow", "I do not agree", "Share my e-mail address", `denied`. */
const plainVerbs: Readonly<Record<Effect, ReadonlySet<string>>> = {
  grant:
    setOf(`allow allowed grant granted approve approved accept accepted agree permit permitted share consent authorize authorise erlauben
    erlaube zulassen zustimmen zustimme freigeben teilen autoriser autorise permettre accepter accepte partager partage permitir compartir
    aceptar acepto autorizar autorizo condividere condividi accettare accetta accetto autorizzare autorizza toestaan delen accepteren
    partilhar aceitar aceito`),
  deny: setOf(`deny denied refuse refused reject rejected decline declined disallow withhold ablehnen verweigern refuser rejeter denegar rechazar
    negar rifiutare rifiuta negare nega weigeren recusar`),
}
const plainNegations = setOf("not don't dont no nicht ne nao non niet")
const otherPlainWords = setOf(`yes ja oui si sim i please do ich je yo to
  my your the this that it access of data information with permission mein meine meinen den die das zugriff auf daten mon ma mes le la les
  acces a au aux donnees pas mi mis el los acceso datos
  full name names email e mail address phone telephone mobile number id identity card document passport liveness selfie check
  adresse telefonnummer telefon nummer ausweis personalausweis lebenderkennung nom courriel numero carte d'identite nombre correo
  electronico direccion telefono documento identidad`)

/**
 * Returns the effect that a string states unambiguously: one plain verb, with a negation only before it, and no other words except for what
 * is shared. Any other text may mean something else: "Yes", "My name", "Share nothing", "Enable privacy".
 */
export const saidEffect = oncePerText((original): Effect | undefined => {
  const said = wordsOf(original)
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean)
  const effectOfWord = (word: string) => (['grant', 'deny'] as const).find(effect => plainVerbs[effect].has(word))
  const at = said.findIndex(word => effectOfWord(word) !== undefined)
  const effect = effectOfWord(said[at] ?? '')
  const negations = said.slice(0, at).filter(word => plainNegations.has(word)).length
  const others = said.filter((word, place) => place > at || (place < at && !plainNegations.has(word)))
  if (effect === undefined || negations > 1 || !others.every(word => otherPlainWords.has(word))) return undefined
  if (negations === 0) return effect
  return effect === 'grant' ? 'deny' : undefined
})

/** The end of a string's first clause. */
const clauseEnd = /[,;:.!?()[\]–—]| - /

/** Phrases that withhold something: "Keep my phone number private". */
const keeping =
  /^(?:please )?(?:i(?: would|'d)? )?(?:rather |prefer to |want to |wish to )?(?:keep|leave|hold)(?!\p{L}).*(?<!\p{L})(?:private|secret|confidential|hidden|back|out|off|to myself|from)(?!\p{L})/u

/** Denials that express agreement. */
const acceptance = words("no objection*, not object, don't mind, do not mind, kein* einwand*, kein* einwande")

/**
 * Returns the effect of a checkbox by its label: it grants unless the label begins with a denial, or its first clause denies an act of
 * granting, as in "I do not want to share my name". Later words may name data that is not shared.
 */
export const effectOfBox = oncePerText((label): Effect => {
  const [clause = ''] = label.split(clauseEnd)
  const text = plain(clause.replace(/[’‘`]/g, "'"))
  const [first = ''] = text.replace(/^do (?=not )/, '').split(' ')
  if (keeping.test(text) || effectOf(first) === 'deny') return 'deny'
  const [before = '', after = ''] = [text.slice(0, firstMatch(denying, text)), text.slice(firstMatch(denying, text))]
  return granting.test(after.replace(denying, '')) && !granting.test(before) && !acceptance.test(text)
    ? 'deny'
    : 'grant'
})

const everything = words(
  'all, everything, alle, alles, tout, toute, tous, toutes, todo, todos, todas, tutti, tutto, tudo',
)

/** Returns whether a string is about all permissions together. */
export const isAboutAll = (text: string): boolean => everything.test(plain(text))

const sending = words(
  `submit, confirm*, continue, save*, send, done, finish*, ok, okay, apply, proceed, next, complete, selected, selection, choice*, decision*,
  bestatig*, weiter*, speicher*, absenden, senden, fertig*, abschliess*, fortfahren, ubernehm*, auswahl, ausgewahlte*, entscheidung*, valid*,
  enregistr*, envoy*, suivant, termin*, poursuivre, guardar, enviar, continuar, siguiente, seleccion*, salva*, invia*, avanti, prosegui,
  bevestig*, opslaan, verzend*, verder, volgende, doorgaan, gravar, concluir`,
)

/** Returns whether a string submits or continues. */
export const isSending = (text: string): boolean => sending.test(plain(text))

const plainlySending =
  setOf(`submit confirm continue save send done finish ok okay next proceed and my your the choice choices decision
  selection answer answers weiter absenden senden speichern bestatigen fortfahren continuer valider envoyer confirmer enviar continuar guardar
  confirmar avanti invia conferma verder bevestigen`)

/** Returns whether a string as a whole, and in plain words, submits or continues: "Save my choices". */
export const sendsPlainly = (text: string): boolean =>
  isSending(text) &&
  wordsOf(text)
    .split(' ')
    .every(word => plainlySending.has(word))

const reconsidering = words(
  `change*, edit, modify, amend, revise, andern, bearbeiten, korrigier*, modifier, corriger, changer, modificar, cambiar, corregir, modifica,
  wijzig*, alterar`,
)

/** Returns whether a string leads back to revise a decision: "Change my answers". */
export const isReconsidering = (text: string): boolean => reconsidering.test(plain(text)) && !isSending(text)

/** Returns the effect of a button's value or other code. The value 1 of "Continue" or "Cancel" only means that it was pressed. */
export const effectOfCode = (code: string, name: string): Effect | undefined =>
  (isSending(name) || intentOf(name).purpose === 'cancel') && /^(?:[01]|true|false|on|off|yes|no)$/i.test(code)
    ? undefined
    : effectOf(code)

/** Common names of the documented permissions. */
const permissionNames: Readonly<Record<string, RegExp>> = {
  name: words('names?, vornamen?, nachnamen?, nom, noms, nombres?, nome, naam, apellidos?'),
  email: words('e-?mails?, e-?mail-*, courriel, correo*, mail*'),
  phone: words('phone*, telephone*, telefon*, mobile*, handy*, rufnummer'),
  id_card: words(
    `id card*, idcard*, identity card*, identity document*, id document*, government id, passport, ausweis*, personalausweis*,
    carte d.identite, piece d.identite, documento*, carta d.identita, dni, identiteits*`,
  ),
  liveness: words('liveness*, selfie*, lebend*, vivant*, preuve de vie, prueba de vida, vitalita, levend*'),
}

/** Separates the words of a name in code: `idCard`, `id_card`, `permissions[id-card]`. */
export const separateWords = (code: string): string =>
  code
    .slice(0, 300)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/[_:;,=./[\]{}()|+-]+/g, ' ')

const paddedWords = oncePerText((code): string => ` ${plain(separateWords(code))} `)

/** Returns the permission that a name or value in code contains, if it is the only one. */
export const permissionInCode = (code: string, permissions: readonly string[]): string | undefined => {
  if (permissions.includes(code)) return code
  const text = paddedWords(code)
  const found = permissions.filter(permission => text.includes(paddedWords(permission)))
  const longest = found.toSorted((a, b) => b.length - a.length)[0]
  return found.every(permission => paddedWords(longest ?? '').includes(paddedWords(permission))) ? longest : undefined
}

/** Returns the permission named first in a string for people. */
export const permissionInText = (original: string, permissions: readonly string[]): string | undefined => {
  const text = plain(original)
  const places = permissions.map(permission => {
    const place = text.indexOf(plain(permission))
    const isWhole = place >= 0 && paddedWords(text).includes(paddedWords(permission))
    const names = entryOf(permissionNames, permission)
    return {
      permission,
      at: Math.min(
        isWhole ? place : Number.POSITIVE_INFINITY,
        names ? firstMatch(names, text) : Number.POSITIVE_INFINITY,
      ),
    }
  })
  const [earliest] = places.filter(({ at }) => Number.isFinite(at)).sort((a, b) => a.at - b.at)
  return earliest?.permission
}
