import { baseOf, type CheerioAPI, closest, type Element, lineage, resolve } from './dom.ts'

/** A form as it is sent, or a link as it is followed (then without fields). */
export type Submission = {
  method: 'GET' | 'POST'
  /** Absolute. */
  url: string
  fields: readonly (readonly [string, string])[]
  enctype: 'application/x-www-form-urlencoded' | 'multipart/form-data'
}

/** A document and where it came from. */
export type Document = { $: CheerioAPI; url: string }

/**
 * What a customer does with a form: the radio buttons, checkboxes and options chosen, the checkboxes and options of which
 * the mark is taken away, the button pressed.
 */
export type Use = { submitter: Element; chosen: readonly Element[]; cleared?: readonly Element[] }

/** The form that a control belongs to, wherever it stands. */
export const formOf = ($: CheerioAPI, control: Element): Element | undefined => {
  const id = $(control).attr('form')
  return id === undefined ? closest(control, 'form') : formsIn($).find(one => $(one).attr('id') === id)
}

/** What is asked of a document again and again, once found: documents do not change. */
const kept = new WeakMap<CheerioAPI, { forms: Element[]; controls: Map<Element | undefined, Element[]> }>()

const lookedUp = ($: CheerioAPI) => {
  const known = kept.get($) ?? { forms: $('form').toArray(), controls: new Map<Element | undefined, Element[]>() }
  if (!kept.has($)) {
    kept.set($, known)
    for (const control of $('input, select, textarea, button').toArray()) {
      if (lineage(control).some(one => one.name === 'template' || one.name === 'datalist')) continue
      const form = formOf($, control)
      known.controls.set(form, [...(known.controls.get(form) ?? []), control])
    }
  }
  return known
}

const formsIn = ($: CheerioAPI): readonly Element[] => lookedUp($).forms

/** Disabled, by itself or by a fieldset. */
export const isDisabled = ($: CheerioAPI, control: Element): boolean => {
  if ($(control).attr('disabled') !== undefined) return true
  const fieldsets = $(control).parents('fieldset[disabled]').toArray()
  // What stands in the first legend of a disabled fieldset stays usable.
  return fieldsets.some(one => $(one).children('legend').first().find(control).length === 0)
}

/** Whether pressing it sends its form. */
export const isSubmitter = ($: CheerioAPI, element: Element): boolean =>
  $(element).is('input[type="submit" i], input[type="image" i]') ||
  ($(element).is('button') && !$(element).is('[type="button" i], [type="reset" i]'))

/** What a link leads to; undefined where it leads nowhere. */
export const followed = ({ $, url }: Document, link: Element): Submission | undefined => {
  const address = resolve($(link).attr('href') ?? '', baseOf($, url))
  return address === undefined ? undefined : { method: 'GET', url: address, fields: [], enctype: urlencoded }
}

const urlencoded = 'application/x-www-form-urlencoded'

/** The submission of a form by one of its buttons; undefined where the form sends nothing. */
export const submitted = ({ $, url }: Document, use: Use): Submission | undefined => {
  const { submitter } = use
  const form = formOf($, submitter)
  if (form === undefined) return undefined
  const said = (name: string) => $(submitter).attr(`form${name}`) ?? $(form).attr(name)
  const action = said('action')
  const address = resolve(action?.trim() || url, action?.trim() ? baseOf($, url) : url)
  const method = (said('method') ?? 'get').toLowerCase()
  if (address === undefined || method === 'dialog') return undefined
  const isMultipart = method === 'post' && said('enctype')?.toLowerCase() === 'multipart/form-data'
  return {
    method: method === 'post' ? 'POST' : 'GET',
    url: address,
    fields: fieldsOf($, form, use),
    enctype: isMultipart ? 'multipart/form-data' : urlencoded,
  }
}

/** All controls of a form, in document order. */
export const controlsIn = ($: CheerioAPI, form: Element): readonly Element[] => lookedUp($).controls.get(form) ?? []

const fieldsOf = ($: CheerioAPI, form: Element, use: Use): [string, string][] =>
  controlsIn($, form)
    .filter(control => !isDisabled($, control))
    .flatMap(control => fieldOf($, control, use).map(([name, value]): [string, string] => [lines(name), lines(value)]))

const lines = (text: string) => text.replace(/\r\n?|\n/g, '\r\n')

const fieldOf = ($: CheerioAPI, control: Element, use: Use): [string, string][] => {
  const name = $(control).attr('name') ?? ''
  const type = ($(control).attr('type') ?? 'text').toLowerCase()
  const value = $(control).attr('value')
  if (control.name === 'button' || type === 'submit') {
    return control === use.submitter && name ? [[name, value ?? '']] : []
  }
  if (type === 'image') return control === use.submitter ? pressedAt(name) : []
  if (!name || type === 'button' || type === 'reset') return []
  if (control.name === 'select') return optionsOf($, control, use).map(option => [name, option])
  if (control.name === 'textarea') return [[name, $(control).text() || typed($, control)]]
  if (type === 'radio' || type === 'checkbox') return isOn($, control, use) ? [[name, value ?? 'on']] : []
  return type === 'file' ? [] : [[name, value || (type === 'hidden' ? '' : typed($, control))]]
}

const pressedAt = (name: string): [string, string][] => {
  const prefix = name ? `${name}.` : ''
  return [
    [`${prefix}x`, '1'],
    [`${prefix}y`, '1'],
  ]
}

const isOn = ($: CheerioAPI, control: Element, { chosen, cleared = [] }: Use): boolean => {
  if (chosen.includes(control)) return true
  if (cleared.includes(control)) return false
  if ($(control).attr('checked') === undefined || $(control).is('[type="checkbox" i]')) {
    return $(control).attr('checked') !== undefined
  }
  const group = radioGroup($, control)
  // Of several that are checked the last one wins; a choice beats them all.
  return (
    !group.some(one => chosen.includes(one)) && group.findLast(one => $(one).attr('checked') !== undefined) === control
  )
}

/** The radio buttons of which one can be chosen. */
export const radioGroup = ($: CheerioAPI, radio: Element): readonly Element[] => {
  const form = formOf($, radio)
  const name = $(radio).attr('name') ?? ''
  const all = form ? controlsIn($, form) : [radio]
  return all.filter(one => ($(one).attr('name') ?? '') === name && $(one).is('input[type="radio" i]'))
}

const optionsOf = ($: CheerioAPI, select: Element, { chosen, cleared = [] }: Use): string[] => {
  const options = $(select).find('option').toArray()
  const sent = (option: Element) => $(option).attr('value') ?? $(option).text().trim()
  const selected = selectedOptions(
    $,
    select,
    options.filter(one => chosen.includes(one)),
  )
  return selected.filter(one => !cleared.includes(one)).map(sent)
}

/** The options that a list has selected: those chosen, else those of the markup, else what a browser selects by itself. */
export const selectedOptions = (
  $: CheerioAPI,
  select: Element,
  chosen: readonly Element[] = [],
): readonly Element[] => {
  const usable = $(select)
    .find('option')
    .toArray()
    .filter(one => $(one).attr('disabled') === undefined && $(one).closest('optgroup[disabled]').length === 0)
  const marked = usable.filter(one => $(one).attr('selected') !== undefined)
  if (chosen.length > 0) return chosen
  if ($(select).attr('multiple') !== undefined) return marked
  const listed = Number($(select).attr('size') ?? 1) > 1
  return marked.length > 0 ? marked.slice(-1) : listed ? [] : usable.slice(0, 1)
}

const responses: [RegExp, string][] = [
  [/mail/, 'customer@customer.example'],
  [/cc-?number|card.?(?:number|no)|kartennummer|^pan$/, '4242424242424242'],
  [/csc|cvc|cvv/, '123'],
  [/exp.*month/, '12'],
  [/exp.*year/, '2039'],
  [/exp/, '12/39'],
  [/phone|tel/, '+12025550123'],
  [/zip|postal|plz/, '10115'],
  [/name|holder/, 'Conformance Customer'],
]

/** What a customer types into a field that has to be filled. */
const typed = ($: CheerioAPI, control: Element): string => {
  if ($(control).attr('required') === undefined) return ''
  const told = ['autocomplete', 'type', 'name', 'id'].map(name => ($(control).attr(name) ?? '').toLowerCase())
  return responses.find(([pattern]) => told.some(one => pattern.test(one)))?.[1] ?? '1'
}

/** Returns the address that a submission is sent to; a GET carries its fields in the query. */
export const addressOf = ({ method, url, fields }: Submission): string => {
  if (method !== 'GET' || fields.length === 0) return url
  const address = new URL(url)
  address.search = queryOf(fields)
  return address.href
}

const queryOf = (fields: Submission['fields']): string =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString()

/** Returns the body of a submission as a browser encodes it, with its content type; `undefined` for a GET. */
export const bodyOf = async ({ method, fields, enctype }: Submission): Promise<EncodedBody | undefined> => {
  if (method === 'GET') return undefined
  return enctype === 'multipart/form-data' ? multipart(fields) : { body: queryOf(fields), contentType: urlencoded }
}

type EncodedBody = { body: string; contentType: string }

const multipart = async (fields: Submission['fields']): Promise<EncodedBody> => {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  const response = new Response(data)
  return { body: await response.text(), contentType: response.headers.get('content-type') ?? '' }
}
