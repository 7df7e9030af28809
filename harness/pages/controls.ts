import { plain, type Reading, readAll } from './control-intent.ts'
import { type CheerioAPI, closest, collapsed, type Element, isShown, textOf } from './dom.ts'
import { type Document, followed, formOf, isDisabled, isSubmitter, type Submission, submitted } from './forms.ts'

export type ControlRole = 'button' | 'link' | 'radio' | 'checkbox' | 'option'

/** Something on a page that a customer can use, found by what it means. */
export type Control = {
  role: ControlRole
  /** Its accessible name, white space collapsed. */
  name: string
  element: Element
  /** What its words, then its value, then its address say that it is for. */
  reading: Reading
}

/** The accessible name of a control, as far as a document without script tells it. */
export const nameOf = ($: CheerioAPI, element: Element): string => {
  const said = (name: string) => collapsed($(element).attr(name) ?? '')
  const byId = said('aria-labelledby')
    .split(' ', 8)
    .flatMap(id =>
      $('[id]')
        .filter((_, one) => $(one).attr('id') === id)
        .toArray(),
    )
    .map(one => textOf($, one))
    .join(' ')
  return (
    byId || said('aria-label') || labelOf($, element) || contentOf($, element) || said('title') || said('placeholder')
  )
}

const labelOf = ($: CheerioAPI, element: Element): string => {
  if (!$(element).is('input, select, textarea')) return ''
  const id = $(element).attr('id')
  const around = closest(element, 'label')
  const meant = id === undefined ? [] : labelsOf($).filter(one => $(one).attr('for') === id)
  return [...new Set([...meant, ...(around ? [around] : [])])]
    .map(one => textOf($, one))
    .join(' ')
    .trim()
}

const labelsOf = ($: CheerioAPI): Element[] => $('label[for]').toArray().slice(0, mostControls)

const contentOf = ($: CheerioAPI, element: Element): string => {
  if (!$(element).is('input')) return textOf($, element)
  const value = collapsed($(element).attr('value') ?? '')
  if ($(element).is('[type="image" i]')) return collapsed($(element).attr('alt') ?? '') || value
  if ($(element).is('[type="submit" i]')) return value || 'Submit'
  return textBeside(element) || value
}

/** The text right after a radio button or checkbox that has no label. */
const textBeside = ({ next }: Element): string => {
  if (next?.type === 'text' && next.data.trim()) return collapsed(next.data)
  const after = next?.type === 'text' ? next.next : next
  return after?.type === 'tag' && /^(?:b|span|em|strong|bdi)$/.test(after.name) && after.children[0]?.type === 'text'
    ? collapsed(after.children[0].data)
    : ''
}

/** Controls of one page that are looked at. */
const mostControls = 400

const selector =
  'button, input[type="submit" i], input[type="image" i], a[href], input[type="radio" i], input[type="checkbox" i], select option'

/** Every control that can be used without script, in document order. */
export const controlsOf = (document: Document): Control[] =>
  document
    .$(selector)
    .toArray()
    .slice(0, mostControls)
    .filter(element => isUsable(document, element))
    .map(element => controlOf(document, element))

const isUsable = (document: Document, element: Element): boolean => {
  const { $ } = document
  if (isDisabled($, element) || !isShown($, element)) return false
  if ($(element).is('a')) return isPlace(document, element)
  const owner = $(element).is('option') ? closest(element, 'select') : element
  if (owner === undefined || formOf($, owner) === undefined) return false
  return $(element).is('button') ? isSubmitter($, element) : true
}

/** A link that leads somewhere else than to a place on the same page. */
const isPlace = (document: Document, link: Element): boolean => {
  const href = (document.$(link).attr('href') ?? '').trim()
  const to = followed(document, link)?.url ?? ''
  return href !== '' && !href.startsWith('#') && /^https?:/i.test(to)
}

const roleOf = ($: CheerioAPI, element: Element): ControlRole => {
  const told = ($(element).attr('role') ?? '').toLowerCase()
  if ((told === 'button' || told === 'link') && $(element).is('a, button')) return told
  if ($(element).is('a')) return 'link'
  if ($(element).is('option')) return 'option'
  const type = ($(element).attr('type') ?? '').toLowerCase()
  return $(element).is('input') && (type === 'radio' || type === 'checkbox') ? type : 'button'
}

const controlOf = (document: Document, element: Element): Control => {
  const { $ } = document
  const name = nameOf($, element)
  const role = roleOf($, element)
  const value = $(element).attr('value') ?? ''
  const isClicked = role === 'button' || role === 'link'
  return { role, name, element, reading: readAll(name, value, isClicked ? addressWords(document, element) : '') }
}

/** The last elements of the path that a click leads to: `/checkout/…/cancel`. */
const addressWords = (document: Document, element: Element): string => {
  const { url = '' } = click(document, { element, chosen: [] }) ?? {}
  const own = lastElement(document.url)
  const last = URL.canParse(url) ? lastElement(url) : ''
  return last === own ? '' : last.replace(/[-_.]+/g, ' ')
}

const lastElement = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''

/** What a click on a button or link sends; undefined where it sends nothing. */
export const click = (
  document: Document,
  use: { element: Element; chosen: readonly Element[]; cleared?: readonly Element[] },
): Submission | undefined =>
  document.$(use.element).is('a')
    ? followed(document, use.element)
    : submitted(document, { ...use, submitter: use.element })

/** A step of a hint, such as `button:Pay now`. */
export type Step = { role: string; name: string }

/** The steps of a hint. */
export const stepsOf = (hint: string | readonly string[] | undefined): Step[] =>
  (hint === undefined ? [] : [hint].flat()).map(step => {
    const [role = '', ...name] = step.split(':')
    return { role: role.trim().toLowerCase(), name: name.join(':') }
  })

/** The control that a step names: by its whole name, else the only one whose name contains it. */
export const named = (controls: readonly Control[], { role, name }: Step): Control | undefined => {
  const wanted = plain(name)
  const ofRole = controls.filter(control => control.role === role)
  const exact = ofRole.find(control => plain(control.name) === wanted)
  const partial = ofRole.filter(control => plain(control.name).includes(wanted))
  return exact ?? (partial.length === 1 ? partial[0] : undefined)
}

/** Every control that a step names: by its whole name, else by a part of it. */
export const allNamed = (controls: readonly Control[], { role, name }: Step): Control[] => {
  const wanted = plain(name)
  const ofRole = controls.filter(control => control.role === role)
  const exact = ofRole.filter(control => plain(control.name) === wanted)
  return exact.length > 0 ? exact : ofRole.filter(control => plain(control.name).includes(wanted))
}
