import type { Submission } from '../../harness/submission.ts'
import {
  baseOf,
  type CheerioAPI,
  closest,
  descendantsOf,
  type Element,
  lineage,
  oncePerDocument,
  oncePerElement,
  parentOf,
  rawTextOf,
  resolve,
  typeOf,
} from './dom.ts'
import { isLive, liveAttributes } from './live-document.ts'
import { urlencoded } from './submission.ts'
import { typedValue } from './typed-value.ts'

/** A parsed document and its address. */
export type Document = { $: CheerioAPI; url: string }

/**
 * How a customer fills in a form: the pressed button, the chosen radio buttons, checkboxes and options, the cleared checkboxes and
 * options, and the text typed into fields.
 */
export type FormInput = {
  submitter: Element
  chosen: readonly Element[]
  cleared?: readonly Element[] | undefined
  typed?: ReadonlyMap<Element, string> | undefined
}

/**
 * Returns the form of a control, which may be elsewhere in the document. On a live page, controls without a form belong together.
 */
export const formOf = ($: CheerioAPI, control: Element): Element | undefined => {
  const id = control.attribs.form
  if (id !== undefined) return formsById($).get(id)?.[0]
  return closest(control, 'form') ?? (isLive($) ? lineage(control).at(-1) : undefined)
}

/** The controls of each form. */
const indexOf = oncePerDocument($ => {
  const controls = new Map<Element | undefined, Element[]>()
  for (const control of $('input, select, textarea, button').toArray()) {
    if (lineage(control).some(({ name }) => name === 'template' || name === 'datalist')) continue
    const form = formOf($, control)
    const known = controls.get(form)
    if (known) known.push(control)
    else controls.set(form, [control])
  }
  return controls
})

const formsById = oncePerDocument($ => Map.groupBy($('form[id]').toArray(), ({ attribs }) => attribs.id ?? ''))

/** Returns whether a control is disabled, directly or by a fieldset. */
export const isDisabled = (_: CheerioAPI, control: Element): boolean =>
  control.attribs.disabled !== undefined || isInDisabledFieldset(control)

// A control in the first legend of a disabled fieldset stays enabled.
const isInDisabledFieldset = oncePerElement((element): boolean => {
  const around = parentOf(element)
  if (around === undefined) return false
  const isOff = around.name === 'fieldset' && around.attribs.disabled !== undefined && firstLegend(around) !== element
  return isOff || isInDisabledFieldset(around)
})

const firstLegend = oncePerElement(({ children }) =>
  children.find((child): child is Element => 'attribs' in child && child.name === 'legend'),
)

/** Returns whether pressing the element submits its form. */
export const isSubmitter = (element: Element): boolean =>
  element.name === 'input'
    ? ['submit', 'image'].includes(typeOf(element))
    : element.name === 'button' && !['button', 'reset'].includes(typeOf(element))

/** Returns the submission that follows a link; `undefined` if its address is not a URL. */
export const linkSubmission = ({ $, url }: Document, link: Element): Submission | undefined => {
  const address = resolve(link.attribs.href ?? '', baseOf($, url))
  return address === undefined ? undefined : { method: 'GET', url: address, fields: [], enctype: urlencoded }
}

/** Returns the submission of a form by one of its buttons; `undefined` if the form sends nothing. */
export const formSubmission = ({ $, url }: Document, input: FormInput): Submission | undefined => {
  const { submitter } = input
  const form = formOf($, submitter)
  if (form === undefined) return undefined
  const attribute = (name: string) => submitter.attribs[`form${name}`] ?? form.attribs[name]
  const action = attribute('action')?.trim()
  const address = resolve(action || url, action ? baseOf($, url) : url)
  const method = (attribute('method') ?? 'get').toLowerCase()
  if (address === undefined || method === 'dialog') return undefined
  let fields: Submission['fields'] | undefined
  const isMultipart = method === 'post' && attribute('enctype')?.toLowerCase() === 'multipart/form-data'
  return {
    method: method === 'post' ? 'POST' : 'GET',
    url: address,
    // Lazy: often only the address is needed.
    get fields() {
      fields ??= fieldsOf($, form, input)
      return fields
    },
    enctype: isMultipart ? 'multipart/form-data' : urlencoded,
  }
}

/** Returns all controls of a form, in document order. */
export const controlsIn = ($: CheerioAPI, form: Element): readonly Element[] => indexOf($).get(form) ?? []

const fieldsOf = ($: CheerioAPI, form: Element, input: FormInput): [string, string][] =>
  controlsIn($, form)
    .filter(control => !isDisabled($, control))
    .flatMap(control =>
      fieldOf($, control, input).map(([name, value]): [string, string] => [
        withNetworkNewlines(name),
        withNetworkNewlines(value),
      ]),
    )

const withNetworkNewlines = (text: string) => text.replace(/\r\n?|\n/g, '\r\n')

const fieldOf = ($: CheerioAPI, control: Element, input: FormInput): [string, string][] => {
  const name = control.attribs.name ?? ''
  const type = (control.attribs.type ?? 'text').toLowerCase()
  const value = input.typed?.get(control) ?? control.attribs.value
  if (control.name === 'button' || type === 'submit') {
    return control === input.submitter && name ? [[name, value ?? '']] : []
  }
  if (type === 'image') return control === input.submitter ? clickPosition(name) : []
  if (!name || type === 'button' || type === 'reset') return []
  if (type === 'hidden' && name.toLowerCase() === '_charset_') return [[name, 'UTF-8']]
  if (control.name === 'select') return optionValues(control, input).map(option => [name, option])
  if (control.name === 'textarea') return [[name, value ?? (contentOf(control) || typedValue(control))]]
  if (type === 'radio' || type === 'checkbox') return isChecked($, control, input) ? [[name, value ?? 'on']] : []
  return type === 'file' ? [] : [[name, value || (type === 'hidden' ? '' : typedValue(control))]]
}

const clickPosition = (name: string): [string, string][] => {
  const prefix = name ? `${name}.` : ''
  return [
    [`${prefix}x`, '1'],
    [`${prefix}y`, '1'],
  ]
}

const isChecked = ($: CheerioAPI, control: Element, { chosen, cleared = [] }: FormInput): boolean => {
  // Chooses the first of several suitable radio buttons, such as "once" and "always".
  if (chosen.includes(control))
    return typeOf(control) === 'checkbox' || radioGroup($, control).find(radio => chosen.includes(radio)) === control
  if (cleared.includes(control)) return false
  const isMarked = control.attribs.checked !== undefined
  if (!isMarked || typeOf(control) === 'checkbox') return isMarked
  const group = radioGroup($, control)
  // Of several radio buttons checked in the markup the last one counts; a choice overrides them.
  return lastChecked(group) === control && !group.some(radio => chosen.includes(radio))
}

const checkedOf = new WeakMap<readonly Element[], Element | undefined>()

const lastChecked = (group: readonly Element[]): Element | undefined => {
  if (!checkedOf.has(group))
    checkedOf.set(
      group,
      group.findLast(radio => radio.attribs.checked !== undefined),
    )
  return checkedOf.get(group)
}

/** The radio buttons of each form, by name. */
const radioGroups = oncePerDocument(
  $ =>
    new Map(
      [...indexOf($)].map(([form, controls]) => {
        const radios = controls.filter(control => control.name === 'input' && typeOf(control) === 'radio')
        return [form, Map.groupBy(radios, ({ attribs }) => attribs.name ?? '')] as const
      }),
    ),
)

/**
 * The groups of radio buttons that scripts make from other elements: those below the same radiogroup, or else below the closest ancestor
 * that contains another one.
 */
const scriptedGroups = oncePerDocument($ => {
  const radios = $(`[${liveAttributes.role}="radio"]:not(input)`).toArray()
  const around = Map.groupBy(
    radios.flatMap(radio => lineage(radio).map(element => ({ element, radio }))),
    ({ element }) => element,
  )
  const isShared = (element: Element) => (around.get(element)?.length ?? 0) > 1
  const groupOf = (radio: Element) =>
    lineage(radio).find(({ attribs }) => attribs.role === 'radiogroup') ?? lineage(radio).find(isShared) ?? radio
  const groups = [...Map.groupBy(radios, groupOf).values()]
  return new Map(groups.flatMap(group => group.map(radio => [radio, group] as const)))
})

/** Returns the group of a radio button. */
export const radioGroup = ($: CheerioAPI, radio: Element): readonly Element[] => {
  if (radio.name !== 'input') return scriptedGroups($).get(radio) ?? [radio]
  const form = formOf($, radio)
  if (form === undefined) return [radio]
  return (
    radioGroups($)
      .get(form)
      ?.get(radio.attribs.name ?? '') ?? []
  )
}

const optionsIn = oncePerElement((select): readonly Element[] => descendantsOf(select, 'option'))

const contentOf = oncePerElement(element => rawTextOf(element))

const optionValues = (select: Element, { chosen, cleared = [] }: FormInput): string[] => {
  const own = chosen.length === 0 ? [] : optionsIn(select).filter(option => chosen.includes(option))
  return selectedOptions(select, own)
    .filter(option => !cleared.includes(option))
    .map(option => option.attribs.value ?? contentOf(option).trim())
}

/** Returns the selected options of a list: the chosen ones, else those of the markup, else the browser's default. */
export const selectedOptions = (select: Element, chosen: readonly Element[] = []): readonly Element[] => {
  if (chosen.length > 0) return select.attribs.multiple === undefined ? chosen.slice(0, 1) : chosen
  return selectedByMarkup(select)
}

const selectedByMarkup = oncePerElement((select): readonly Element[] => {
  const isInDisabledGroup = (option: Element) =>
    lineage(option).some(({ name, attribs }) => name === 'optgroup' && attribs.disabled !== undefined)
  const enabled = optionsIn(select).filter(
    option => option.attribs.disabled === undefined && !isInDisabledGroup(option),
  )
  const marked = enabled.filter(option => option.attribs.selected !== undefined)
  if (select.attribs.multiple !== undefined) return marked
  const isListBox = Number(select.attribs.size ?? 1) > 1
  return marked.length > 0 ? marked.slice(-1) : isListBox ? [] : enabled.slice(0, 1)
})
