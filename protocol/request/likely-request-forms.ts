// The forms of the canonical request that implementers choose, with their likelihood: the candidates of the search.
import { belowBaseForm, isSameForm, type RequestForm, referenceRequestForm, wholePathForm } from './request-form.ts'

/** A form with its name; `weight` is its likelihood relative to the others. */
export type LikelyForm = { name: string; form: RequestForm; weight: number }

/** The choices for one part of a form, each with its weight; the reference's choice has 1. */
type Choices = Readonly<Record<string, number>>

/** Parts of the request line, in their order. */
const requestLines: Choices = { 'method path': 1, '': 0.15, 'path method': 0.05, path: 0.1, method: 0.06 }

/** Values of the headers, in their order. */
const headerValues: Choices = {
  'ocid timestamp nonce': 1,
  'timestamp nonce': 0.5,
  'timestamp nonce ocid': 0.4,
  'ocid nonce timestamp': 0.3,
  'nonce timestamp': 0.25,
  'nonce timestamp ocid': 0.15,
  'timestamp ocid nonce': 0.1,
  'nonce ocid timestamp': 0.1,
  timestamp: 0.12,
  'ocid timestamp': 0.12,
  nonce: 0.06,
  'ocid nonce': 0.06,
  ocid: 0.03,
  '': 0.05,
}

const bodyParts: Choices = { body: 1, '': 0.06 }

type Blocks = readonly [line: string, headers: string, body: string]

/** Orders of these three blocks. */
const arrangements: readonly [weight: number, (blocks: Blocks) => string[]][] = [
  [1, ([line, headers, body]) => [line, headers, body]],
  [0.5, ([line, headers, body]) => [headers, line, body]],
  [0.4, ([line, headers, body]) => [line, body, headers]],
  [0.06, ([line, headers, body]) => [headers, body, line]],
  [0.05, ([line, headers, body]) => [body, headers, line]],
  [0.05, ([line, headers, body]) => [body, line, headers]],
]

/** Orders in which the headers' values are not adjacent. */
const scatteredOrders: Choices = {
  'ocid method path timestamp nonce body': 0.3,
  'ocid method path body timestamp nonce': 0.12,
  'timestamp method path body nonce': 0.06,
  'timestamp nonce method path body ocid': 0.08,
  'timestamp method path nonce body': 0.06,
  'method path timestamp body': 0.06,
  'nonce method path timestamp body': 0.06,
}

const separators: Readonly<Record<string, readonly [text: string, weight: number]>> = {
  'line feeds': ['\n', 1],
  bars: ['|', 0.4],
  nothing: ['', 0.4],
  colons: [':', 0.35],
  dots: ['.', 0.3],
  commas: [',', 0.15],
  blanks: [' ', 0.12],
  semicolons: [';', 0.1],
  ampersands: ['&', 0.1],
  dashes: ['-', 0.08],
  underscores: ['_', 0.05],
  slashes: ['/', 0.05],
  'carriage returns and line feeds': ['\r\n', 0.05],
  hashes: ['#', 0.04],
  tabs: ['\t', 0.02],
}

const bodies: Readonly<Record<string, readonly [variable: string, weight: number]>> = {
  'hash of the body': ['bodyHash', 1],
  'the body': ['body', 0.4],
  'the canonical body': ['canonicalBody', 0.35],
  'hash of the canonical body': ['canonicalBodyHash', 0.35],
  'hash of the body in Base64': ['bodyHashBase64', 0.12],
  'hash of the body in upper case': ['bodyHashUpperCase', 0.08],
}

const spellings: Readonly<Record<string, readonly [change: (template: string) => string, weight: number]>> = {
  '': [template => template, 1],
  '; the path without its query': [template => template.replace('${path}', '${pathname}'), 0.2],
  '; the path percent-encoded': [template => template.replace('${path}', '${url:path}'), 0.04],
  '; the method in lower case': [template => template.replace('${method}', '${methodLowerCase}'), 0.05],
  '; a final line feed': [template => `${template}\n`, 0.08],
  '; method and path joined by a blank': [
    template => template.replace(/(\$\{method\})[^$]*(\$\{path\})/, '$1 $2'),
    0.08,
  ],
  '; method and path joined by nothing': [
    template => template.replace(/(\$\{method\})[^$]*(\$\{path\})/, '$1$2'),
    0.05,
  ],
}

/** Less likely combinations are left out. */
const minimumWeight = 0.002

/** Returns each order once, with its highest weight: with an empty block, two arrangements give the same order. */
const orders = (): Map<string, number> => {
  const found = new Map(Object.entries(scatteredOrders))
  for (const [line, a] of Object.entries(requestLines))
    for (const [headers, b] of Object.entries(headerValues))
      for (const [body, c] of Object.entries(bodyParts))
        for (const [d, arrange] of arrangements) {
          const order = arrange([line, headers, body]).filter(Boolean).join(' ')
          if (order.includes(' ')) found.set(order, Math.max(a * b * c * d, found.get(order) ?? 0))
        }
  return found
}

const template = (order: string, separator: string, body: string): string =>
  order
    .split(' ')
    .map(part => `\${${part === 'body' ? body : part}}`)
    .join(separator)

/** Raises the weight of a form with a single unusual choice, which is likelier than the rarity of that choice alone suggests. */
const singleChoiceWeight = (order: number, ...others: number[]): number =>
  order === 1 && others.filter(weight => weight !== 1).length === 1 ? 0.18 : 0

function* combinations(): Generator<LikelyForm> {
  for (const [order, a] of orders())
    for (const [separator, [text, b]] of Object.entries(separators))
      for (const [body, [variable, c]] of Object.entries(order.includes('body') ? bodies : noBody)) {
        const plain = template(order, text, variable)
        for (const [spelling, [change, d]] of Object.entries(spellings)) {
          const changed = change(plain)
          const weight = Math.max(a * b * c * d, singleChoiceWeight(a, b, c, d))
          if (weight < minimumWeight || (spelling && changed === plain)) continue
          const kind = body ? `; ${body}` : ''
          const name = `${order.replaceAll(' ', ', ')}; joined by ${separator}${kind}${spelling}`
          yield { name, form: { template: changed }, weight }
        }
      }
}

const noBody = { '': ['', 1] } as const satisfies Record<string, readonly [string, number]>

/** Forms that no combination gives. */
const otherForms: readonly LikelyForm[] = [
  { name: 'canonical JSON of the body alone', form: { body: true }, weight: 0.5 },
  { name: 'the body alone', form: { template: '${body}' }, weight: 0.3 },
  { name: 'hash of the body alone', form: { template: '${bodyHash}' }, weight: 0.05 },
  { name: 'canonical JSON of body, method, nonce, ocid, path, timestamp', form: { members: true }, weight: 0.5 },
  {
    name: 'the same with ocid and timestamp as numbers',
    form: {
      template:
        '{"body":${canonicalBody},"method":"${method}","nonce":"${nonce}","ocid":${ocid},"path":"${path}","timestamp":${timestamp}}',
    },
    weight: 0.3,
  },
  {
    name: 'canonical JSON of bodyHash, method, nonce, ocid, path, timestamp',
    form: {
      template:
        '{"bodyHash":"${bodyHash}","method":"${method}","nonce":"${nonce}","ocid":"${ocid}","path":"${path}","timestamp":"${timestamp}"}',
    },
    weight: 0.1,
  },
  {
    name: 'canonical JSON of body, nonce, ocid, timestamp',
    form: { template: '{"body":${canonicalBody},"nonce":"${nonce}","ocid":"${ocid}","timestamp":"${timestamp}"}' },
    weight: 0.1,
  },
  {
    name: 'canonical JSON of body, nonce, ocid, timestamp, the last two as numbers',
    form: { template: '{"body":${canonicalBody},"nonce":"${nonce}","ocid":${ocid},"timestamp":${timestamp}}' },
    weight: 0.1,
  },
]

/** The reference with one part left out: usually mistakes, but such a target can still be tested. */
const incomplete: readonly LikelyForm[] = ['method', 'path', 'timestamp', 'nonce', 'body'].map(part => {
  const rest = 'method path ocid timestamp nonce body'.split(' ').filter(name => name !== part)
  return {
    name: `the reference without the ${part}`,
    form: { template: template(rest.join(' '), '\n', 'bodyHash') },
    weight: 0.3,
  }
})

const byWeight = (): LikelyForm[] => {
  const [reference, ...others] = [...combinations()].toSorted((a, b) => b.weight - a.weight)
  if (!reference || !isSameForm(reference.form, referenceRequestForm))
    throw new Error('the reference form must be the likeliest')
  const rest = [...otherForms, ...incomplete, ...others].toSorted((a, b) => b.weight - a.weight)
  const unique = new Map(rest.toReversed().map(form => [JSON.stringify(form.form), form]))
  return [{ ...reference, name: 'reference' }, ...[...unique.values()].toReversed()]
}

let likely: readonly LikelyForm[] | undefined

/** Returns every form that can be recognized, the reference first, then the likeliest; built at the first call. Clause: AUTH-21. */
export const likelyRequestForms = (): readonly LikelyForm[] => {
  likely ??= byWeight()
  return likely
}

/** How many forms are tried for a signature that does not verify. */
const knownForms = 300

/** Returns the likeliest forms by name. */
export const knownRequestForms = (): Readonly<Record<string, RequestForm>> =>
  Object.fromEntries(
    likelyRequestForms()
      .slice(0, knownForms)
      .map(({ name, form }) => [name, form]),
  )

/** Returns the form with a name, or undefined. */
export const requestFormNamed = (name: string): RequestForm | undefined => {
  const isBelow = name.endsWith(belowBase)
  const whole = isBelow ? name.slice(0, -belowBase.length) : name
  const form = likelyRequestForms().find(likelyForm => likelyForm.name === whole)?.form
  return form && isBelow ? belowBaseForm(form) : form
}

/** Ends the name of a form that signs the path below the base address. */
const belowBase = '; the path below the base'

/** Returns the name of a form; for an unknown form, the form itself as JSON. */
export const nameOfRequestForm = (form: RequestForm): string => {
  if (isSameForm(form, referenceRequestForm)) return 'reference'
  const known = (candidate: RequestForm) =>
    likelyRequestForms().find(likely => isSameForm(likely.form, candidate))?.name
  const whole = known(wholePathForm(form))
  const below = whole !== undefined && isSameForm(belowBaseForm(wholePathForm(form)), form)
  return known(form) ?? (below ? `${whole}${belowBase}` : JSON.stringify(form))
}
