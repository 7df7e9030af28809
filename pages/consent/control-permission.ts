import { type Control, isClickable } from '../document/controls.ts'
import { closest, type Element, lineage, oncePerElement, textOf, typeOf } from '../document/dom.ts'
import { controlsIn, type Document, formOf, radioGroup } from '../document/forms.ts'
import { textBefore, textBeforeChoice } from '../document/text-beside.ts'
import { permissionInCode, permissionInText } from './intent.ts'

/** Returns the value of an attribute; empty if the element does not have it. */
export const attributeOf = (element: Element, attribute: string): string => element.attribs[attribute] ?? ''

/** Returns whether an element is an option of a multiple-choice list. */
export const isMultipleOption = (element: Element): boolean =>
  closest(element, 'select')?.attribs.multiple !== undefined

/**
 * Returns the permission that a control is about, from the first source that names one: its value and attributes, its form, its own text,
 * the text around it.
 */
export const permissionOf = (
  document: Document,
  control: Control,
  permissions: readonly string[],
): string | undefined =>
  ownPermissionOf(document, control, permissions) ??
  textsOf(document, control)
    .map(text => permissionInText(text, permissions))
    .find(found => found !== undefined) ??
  permissionAround(document, control, permissions)

/** Returns the permission that a control's value, attributes or form name. */
export const ownPermissionOf = (
  document: Document,
  control: Control,
  permissions: readonly string[],
): string | undefined => {
  const { element } = control
  const list = closest(element, 'select')
  const elements = [element, ...(list ? [list] : [])]
  const exact = elements.flatMap(({ attribs }) => Object.values(attribs)).find(value => permissions.includes(value))
  return (
    exact ??
    elements.map(carrier => permissionInAttributes(carrier, permissions)).find(found => found !== undefined) ??
    (isClickable(control) ? permissionOfForm(document, control, permissions) : undefined)
  )
}

/** Returns the name of a control and the text of its line, longest first where texts precede radio buttons. */
const textsOf = ({ $ }: Document, { element, name }: Control): string[] => {
  const head = textBeforeChoice($, element)
  return textBefore($, element) === undefined ? [name, head] : [head, name]
}

const codeAttributes = ['value', 'name', 'id', 'formaction', 'aria-describedby', 'aria-labelledby']

/** Caches a lookup by element and permissions: many controls share a form or a block. */
const onceFor = (look: (element: Element, permissions: readonly string[]) => string | undefined): typeof look => {
  const knownOf = oncePerElement(() => new Map<string, string | undefined>())
  return (element, permissions) => {
    const known = knownOf(element)
    const key = JSON.stringify(permissions)
    if (!known.has(key)) known.set(key, look(element, permissions))
    return known.get(key)
  }
}

const permissionInAttributes = onceFor((element, permissions) => {
  for (const name of [...codeAttributes, ...Object.keys(element.attribs).filter(each => each.startsWith('data-'))]) {
    const found = permissionInCode(attributeOf(element, name), permissions)
    if (found !== undefined) return found
  }
  return undefined
})

/** Returns the permission of a form about a single one, named by a hidden field or the form's address. */
const permissionOfForm = (
  { $ }: Document,
  { element }: Control,
  permissions: readonly string[],
): string | undefined => {
  const form = formOf($, element)
  if (form === undefined) return undefined
  const hidden = controlsIn($, form).filter(field => typeOf(field) === 'hidden')
  const named = new Set(hidden.map(field => attributeOf(field, 'value')).filter(value => permissions.includes(value)))
  if (named.size === 1) return [...named][0]
  return permissionInCode(attributeOf(form, 'action').split('/').at(-1) ?? '', permissions)
}

/**
 * Returns the permission of the block around a control, such as a table row, if the block has no controls of other choices.
 */
const permissionAround = (document: Document, control: Control, permissions: readonly string[]): string | undefined => {
  const group = groupOf(document, control)
  for (const block of lineage(control.element).slice(1)) {
    if (block.name === 'body' || hasOtherControls(block, group)) return undefined
    const found = permissionInAttributes(block, permissions) ?? permissionOfBlock(block, { control, permissions })
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Returns the permission that the text of a block is about. For a button, it must be the only permission there, since the button may act on
 * all.
 */
const permissionOfBlock = (
  block: Element,
  { control, permissions }: { control: Control; permissions: readonly string[] },
): string | undefined =>
  isClickable(control) ? onlyPermissionOfBlock(block, permissions) : firstPermissionOfBlock(block, permissions)

const firstPermissionOfBlock = onceFor((block, permissions) => permissionInText(textOf(block), permissions))

const onlyPermissionOfBlock = onceFor((block, permissions) => {
  const inHeadings = headingsIn(block).flatMap(heading => permissionInText(textOf(heading), permissions) ?? [])
  const found =
    inHeadings.length > 0
      ? inHeadings
      : permissions.filter(permission => permissionInText(textOf(block), [permission]) !== undefined)
  return new Set(found).size === 1 ? found[0] : undefined
})

const isHeading = ({ name }: Element): boolean => /^(?:h[1-6]|legend|th|dt)$/.test(name)

/** Returns the headings below an element. A selector would be quadratic in the number of children. */
const headingsIn = oncePerElement((element): readonly Element[] => elementsIn(element, isHeading, headingsIn))

const elementsIn = (
  { children }: Element,
  isOne: (element: Element) => boolean,
  below: (element: Element) => readonly Element[],
): Element[] =>
  children.flatMap(child => ('attribs' in child ? [...(isOne(child) ? [child] : []), ...below(child)] : []))

/** Returns the elements of the choice that a control belongs to. */
const groupOf = ({ $ }: Document, { role, element }: Control): readonly Element[] => {
  if (role === 'radio') return radioGroup($, element)
  const owner = closest(element, 'select') ?? element
  const form = formOf($, element)
  return role === 'button' && form ? controlsIn($, form) : [owner]
}

/** By group and block, whether the block has other controls. */
const othersBeside = new WeakMap<readonly Element[], { members: ReadonlySet<Element>; known: Map<Element, boolean> }>()

/** Returns whether a block has controls outside a group. Cached: many controls of a group may share blocks. */
const hasOtherControls = (block: Element, group: readonly Element[]): boolean => {
  const { members, known } = othersBeside.get(group) ?? { members: new Set(group), known: new Map() }
  othersBeside.set(group, { members, known })
  const hasOther = known.get(block) ?? choicesIn(block).some(element => !members.has(element))
  known.set(block, hasOther)
  return hasOther
}

/** Returns the controls below an element that make a choice or submit. */
const choicesIn = oncePerElement((element): readonly Element[] => elementsIn(element, isChoice, choicesIn))

const isChoice = (element: Element): boolean =>
  element.name === 'select' ||
  (element.name === 'button' && !isPlainButton(element)) ||
  (element.name === 'input' && /^(?:radio|checkbox)$/.test(typeOf(element)))

/** Returns whether a button has no value to submit. */
const isPlainButton = (element: Element): boolean =>
  element.name === 'button' && (typeOf(element) === 'button' || element.attribs.name === undefined)
