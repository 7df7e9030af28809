import type { Submission } from '../../harness/submission.ts'
import { type Intent, intentOf } from './control-intent.ts'
import {
  type CheerioAPI,
  closest,
  collapsed,
  type Element,
  elementsById,
  isShown,
  oncePerDocument,
  textOf,
  typeOf,
} from './dom.ts'
import {
  type Document,
  type FormInput,
  formOf,
  formSubmission,
  isDisabled,
  isSubmitter,
  linkSubmission,
} from './forms.ts'
import { isLive, liveAttributes, withPress } from './live-document.ts'
import { type StepKind, stepKinds } from './steps.ts'
import { urlencoded } from './submission.ts'
import { headOfColumn } from './table.ts'
import { isBox, textBefore } from './text-beside.ts'

/** A control of a page that a customer can use. */
export type Control = {
  role: StepKind
  /** Its accessible name, white space collapsed. */
  name: string
  element: Element
  /** Its purpose, judging by its name, else its value, else the address that it leads to. */
  intent: Intent
  /** Set if it is a button or link that currently cannot be pressed. */
  isDisabled?: true
}

/** Returns whether a control is a button or a link. */
export const isClickable = ({ role }: Control): boolean => role === 'button' || role === 'link'

/** Returns the form of a control or a list's option. */
export const formIn = ({ $ }: Document, { role, element }: Pick<Control, 'role' | 'element'>): Element | undefined => {
  const list = role === 'option' ? closest(element, 'select') : undefined
  return formOf($, list ?? element)
}

/** Returns whether two controls belong to the same form. */
export const shareForm = (document: Document, a: Control, b: Control): boolean =>
  formIn(document, a) === formIn(document, b)

/** Maximum number of controls per page, of labelling elements per id, and of characters per name. */
const [mostControls, mostLabels, longestName] = [400, 8, 4_000]

const selector =
  'button, input[type="submit" i], input[type="image" i], a[href], input[type="radio" i], input[type="checkbox" i], select option'

/** The controls found in a document at an address. */
type Found = { url: string; controls: readonly Control[]; buttons: readonly Control[] }

const found = new WeakMap<CheerioAPI, Found>()

const findIn = (document: Document): Found => {
  const known = found.get(document.$)
  if (known?.url === document.url) return known
  const all = findControls(document)
  const controls = all.filter(({ isDisabled }) => !isDisabled)
  const result = { url: document.url, controls, buttons: all.filter(isClickable) }
  found.set(document.$, result)
  return result
}

/** Returns every enabled control, in document order; without a browser, only those that work without script. */
export const controlsOf = (document: Document): readonly Control[] => findIn(document).controls

/** Returns every button and link, in document order, including disabled buttons. */
export const buttonsOf = (document: Document): readonly Control[] => findIn(document).buttons

const findControls = (document: Document): Control[] => {
  const live = isLive(document.$)
  const { role, off } = liveAttributes
  return document
    .$(live ? `[${role}]:not([${role}="text"]), [${off}]` : selector)
    .toArray()
    .slice(0, mostControls)
    .filter(element => live || isUsable(document, element))
    .map(element => controlOf(document, element))
    .filter(control => !isEmptyLink(control))
}

/** Returns whether a link has neither a name nor anything that a style could draw, and so no area. */
const isEmptyLink = ({ role, name, element: { attribs, children } }: Control): boolean =>
  role === 'link' &&
  name === '' &&
  children.every(child => !('attribs' in child)) &&
  !['class', 'id', 'style'].some(attribute => attribute in attribs)

const fieldSelector =
  'textarea, input:not([type]), input[type="text" i], input[type="email" i], input[type="tel" i], input[type="url" i], input[type="number" i], input[type="password" i], input[type="search" i], input[type="date" i], input[type="month" i]'

/** Returns every field that a customer can type into, in document order. */
export const textFieldsOf = ({ $ }: Document): readonly Control[] => findTextFields($)

const findTextFields = oncePerDocument(($): readonly Control[] =>
  $(isLive($) ? `[${liveAttributes.role}="text"]` : fieldSelector)
    .toArray()
    .slice(0, mostControls)
    .filter(field => isLive($) || (!isDisabled($, field) && isShown(field) && formOf($, field) !== undefined))
    .map(element => {
      const name = nameOf($, element) || element.attribs.name || ''
      return { role: 'text', name, element, intent: intentOf(name) }
    }),
)

const isUsable = (document: Document, element: Element): boolean => {
  const { $ } = document
  if (!isShown(element)) return false
  if (element.name === 'a') return leadsElsewhere(document, element)
  const owner = element.name === 'option' ? closest(element, 'select') : element
  if (owner === undefined || formOf($, owner) === undefined) return false
  return isSubmitter(element) || (element.name !== 'button' && !isDisabled($, element))
}

/** Returns whether a link leads to another page, not to a fragment of the same one. */
const leadsElsewhere = (document: Document, link: Element): boolean => {
  const href = (link.attribs.href ?? '').trim()
  const url = linkSubmission(document, link)?.url ?? ''
  return href !== '' && !href.startsWith('#') && /^https?:/i.test(url)
}

const controlOf = (document: Document, element: Element): Control => {
  const { $ } = document
  const name = nameOf($, element)
  const role = roleOf($, element)
  const value = element.attribs.value ?? ''
  const sends = role === 'button' || role === 'link'
  const intent = intentOf(name, value, sends ? addressWords(document, element) : '')
  return { role, name, element, intent, ...(sends && isOff(document, element) ? { isDisabled: true } : {}) }
}

const isOff = ({ $ }: Document, element: Element): boolean =>
  isLive($) ? element.attribs[liveAttributes.off] !== undefined : isDisabled($, element)

const isStepKind = (role: string | undefined): role is StepKind => role !== undefined && Object.hasOwn(stepKinds, role)

const roleOf = ($: CheerioAPI, element: Element): StepKind => {
  const shown = isLive($) ? (element.attribs[liveAttributes.role] ?? element.attribs[liveAttributes.off]) : undefined
  if (isStepKind(shown)) return shown
  const role = (element.attribs.role ?? '').toLowerCase()
  if ((role === 'button' || role === 'link') && (element.name === 'a' || element.name === 'button')) return role
  if (element.name === 'a') return 'link'
  if (element.name === 'option') return 'option'
  const type = typeOf(element)
  return element.name === 'input' && (type === 'radio' || type === 'checkbox') ? type : 'button'
}

/** Returns the last path segment of the address that a click leads to, as words: `cancel` for `/checkout/…/cancel`. */
const addressWords = (document: Document, element: Element): string => {
  const { url = '' } = click(document, { element, chosen: [] }) ?? {}
  const last = URL.canParse(url) ? lastPathElement(url) : ''
  return last === lastPathElement(document.url) ? '' : last.replace(/[-_.]+/g, ' ')
}

const lastPathElement = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''

type ClickInput = { element: Element } & Omit<FormInput, 'submitter'>

/**
 * Returns the request that a click on a button or link sends; `undefined` if it sends nothing. On a live page a script's submission is
 * unknown until the click: until then it is treated as a GET of the same page.
 */
export const click = (document: Document, input: ClickInput): Submission | undefined => {
  const plain = plainClick(document, input)
  if (!isLive(document.$)) return plain
  const isOpen = plain === undefined || !/^https?:/.test(plain.url)
  return withPress(isOpen ? { method: 'GET', url: document.url, fields: [], enctype: urlencoded } : plain, input)
}

const plainClick = (document: Document, { element, ...input }: ClickInput): Submission | undefined =>
  element.name === 'a' ? linkSubmission(document, element) : formSubmission(document, { ...input, submitter: element })

/** Returns the accessible name of a control without script, truncated: the whole text of a page may label each of them. */
const nameOf = ($: CheerioAPI, element: Element): string => wholeNameOf($, element).slice(0, longestName)

const wholeNameOf = ($: CheerioAPI, element: Element): string => {
  if (isLive($))
    return (
      element.attribs[liveAttributes.name] || (isBox(element) ? textBefore($, element) || headOfColumn(element) : '')
    )
  const attribute = (name: string) => collapsed(element.attribs[name] ?? '')
  const labelledBy = attribute('aria-labelledby')
    .split(' ', 8)
    .flatMap(id => elementsById($).get(id)?.slice(0, mostLabels) ?? [])
    .map(partOfName)
    .join(' ')
  return (
    labelledBy ||
    attribute('aria-label') ||
    labelOf($, element) ||
    contentOf($, element) ||
    attribute('title') ||
    attribute('placeholder')
  )
}

const labelOf = ($: CheerioAPI, element: Element): string => {
  if (!['input', 'select', 'textarea'].includes(element.name)) return ''
  const { id } = element.attribs
  const enclosing = closest(element, 'label')
  const referring = id === undefined ? [] : (labelsOf($).get(id) ?? [])
  return [...new Set([...referring, ...(enclosing ? [enclosing] : [])])].map(partOfName).join(' ').trim()
}

const partOfName = (label: Element): string => textOf(label).slice(0, longestName)

const labelsOf = oncePerDocument($ =>
  Map.groupBy($('label[for]').toArray().slice(0, mostControls), ({ attribs }) => attribs.for ?? ''),
)

const contentOf = ($: CheerioAPI, element: Element): string => {
  if (element.name === 'textarea') return ''
  if (element.name !== 'input') return textOf(element)
  const { value, alt = '' } = element.attribs
  const type = typeOf(element)
  if (type === 'image') return collapsed(alt) || collapsed(value ?? '')
  if (type === 'submit') return collapsed(value ?? '') || 'Submit'
  // A checkbox without a value sends "on".
  return isBox(element)
    ? (textBefore($, element) ?? textAfter(element)) || headOfColumn(element) || collapsed(value ?? 'on')
    : ''
}

/** Returns the text right after a radio button or checkbox, for one without a label. */
const textAfter = ({ next }: Element): string => {
  if (next?.type === 'text' && next.data.trim()) return collapsed(next.data)
  const sibling = next?.type === 'text' ? next.next : next
  return sibling?.type === 'tag' &&
    /^(?:b|span|em|strong|bdi)$/.test(sibling.name) &&
    sibling.children[0]?.type === 'text'
    ? collapsed(sibling.children[0].data)
    : ''
}
