import { type Effect, effectOf, permissionInCode, permissionInText } from './consent-intent.ts'
import { allNamed, type Control, controlsOf, named, type Step } from './controls.ts'
import { closest, type Element, lineage, textOf } from './dom.ts'
import { controlsIn, type Document, formOf, radioGroup } from './forms.ts'

/** A control that grants or denies one permission; `isClicked`: it sends its form at once. */
export type Setting = { control: Control; permission: string; effect: Effect; isClicked: boolean }

/** A document with its controls, and what they do with the permissions asked for. */
export type ConsentSurface = Document & { controls: readonly Control[]; settings: readonly Setting[] }

/** Steps by which the config names the controls of one permission. */
export type Naming = (effect: Effect, permission: string) => readonly Step[]

/** A button or a link: using it sends something. */
export const isClicked = ({ role }: Control) => role === 'button' || role === 'link'

/** Reads a page: which controls decide about which of the permissions. */
export const surfaceOf = (document: Document, permissions: readonly string[], naming: Naming): ConsentSurface => {
  const controls = controlsOf(document)
  const told = [
    ...permissions.flatMap(one => toldFor(controls, one, naming)),
    ...toldAlike({ document, controls }, permissions, naming),
  ]
  const guessed = controls.flatMap(control => settingOf(document, control, permissions))
  const known = new Set(told.map(({ permission, effect }) => `${effect} ${permission}`))
  const chosen = new Set(guessed.filter(one => !one.isClicked).map(one => one.permission))
  // Beside check boxes, radio buttons or lists a button sends them, whatever permission it may name.
  const kept = guessed.filter(
    one => !known.has(`${one.effect} ${one.permission}`) && (!one.isClicked || !chosen.has(one.permission)),
  )
  return { ...document, controls, settings: [...told, ...kept] }
}

const effects = ['grant', 'deny'] as const

const placeholder = '{permission}'

const settingFor = (control: Control, permission: string, effect: Effect): Setting => ({
  control,
  permission,
  effect,
  isClicked: isClicked(control),
})

/** The controls that the steps of the config name for one permission. */
const toldFor = (controls: readonly Control[], permission: string, naming: Naming): Setting[] =>
  effects.flatMap(effect =>
    naming(effect, permission)
      .filter(({ name }) => name.includes(placeholder))
      .flatMap(step => {
        const found = [permission, permission.replace(/[_-]+/g, ' ')]
          .map(one => named(controls, { ...step, name: step.name.replaceAll(placeholder, one) }))
          .find(one => one !== undefined)
        return found ? [settingFor(found, permission, effect)] : []
      }),
  )

/** A step that names no permission stands for every control of its name: the page tells which permission each is about. */
const toldAlike = (
  { document, controls }: { document: Document; controls: readonly Control[] },
  permissions: readonly string[],
  naming: Naming,
): Setting[] =>
  effects.flatMap(effect =>
    naming(effect, '')
      .filter(({ name }) => !name.includes(placeholder))
      .flatMap(step => allNamed(controls, step))
      .flatMap(control => {
        const permission = permissionOf(document, control, permissions)
        return permission ? [settingFor(control, permission, effect)] : []
      }),
  )

const settingOf = (document: Document, control: Control, permissions: readonly string[]): Setting[] => {
  if (control.role === 'link') return []
  const effect = effectIn(document, control)
  const permission = effect && permissionOf(document, control, permissions)
  return permission ? [{ control, permission, effect, isClicked: isClicked(control) }] : []
}

/** The value of an attribute; empty where it is not there. */
export const said = (element: Element, name: string): string => element.attribs[name] ?? ''

/** A check box grants unless it says otherwise; everything else has to say what it does. */
const effectIn = (document: Document, { role, name, element }: Control): Effect | undefined => {
  if (role === 'checkbox' || isManifold(element)) {
    const list = closest(element, 'select')
    const code = ['value', 'name', 'id'].map(one => said(element, one))
    const texts = [firstWord(name), ...code, list ? said(list, 'name') : '']
    return texts.some(one => effectOf(one) === 'deny') ? 'deny' : 'grant'
  }
  // The name of a radio button is that of its whole group.
  const own = role === 'radio' ? ['value', 'id'] : ['value', 'name', 'id', 'formaction']
  const form = role === 'button' ? formOf(document.$, element) : undefined
  return [name, ...own.map(one => said(element, one)), form ? lastOf(said(form, 'action')) : '']
    .map(effectOf)
    .find(one => one !== undefined)
}

/** What a label begins with: further on it may say what is not shared. */
const firstWord = (label: string): string => label.replace(/^do (?=not )/i, '').split(' ')[0] ?? ''

const lastOf = (address: string): string => address.split('/').at(-1) ?? ''

/** An option of a list in which several can be selected. */
export const isManifold = (element: Element): boolean => closest(element, 'select')?.attribs.multiple !== undefined

/** The permission that a control is about: by its value and names, its form, its own text, the text around it. */
const permissionOf = (document: Document, control: Control, permissions: readonly string[]): string | undefined => {
  const { element } = control
  const list = closest(element, 'select')
  const carriers = [element, ...(list ? [list] : [])]
  const exact = carriers.flatMap(one => Object.values(one.attribs)).find(value => permissions.includes(value))
  return (
    exact ??
    carriers.map(one => codeOf(one, permissions)).find(one => one !== undefined) ??
    (isClicked(control) ? formPermission(document, control, permissions) : undefined) ??
    permissionInText(control.name, permissions) ??
    around(document, control, permissions)
  )
}

const codes = ['value', 'name', 'id', 'formaction', 'aria-describedby', 'aria-labelledby']

const codeOf = (element: Element, permissions: readonly string[]): string | undefined =>
  [...codes, ...Object.keys(element.attribs).filter(name => name.startsWith('data-'))]
    .map(name => permissionInCode(said(element, name), permissions))
    .find(one => one !== undefined)

/** The permission of a form that is about one: a hidden field names it, or the address. */
const formPermission = (
  document: Document,
  { element }: Control,
  permissions: readonly string[],
): string | undefined => {
  const form = formOf(document.$, element)
  if (form === undefined) return undefined
  const hidden = controlsIn(document.$, form).filter(one => document.$(one).is('[type="hidden" i]'))
  const found = [...new Set(hidden.map(one => said(one, 'value')).filter(value => permissions.includes(value)))]
  return found.length === 1 ? found[0] : permissionInCode(lastOf(said(form, 'action')), permissions)
}

/** The text around a control, as far as it is about no other: a row of a table, a list item, a fieldset. */
const around = (document: Document, control: Control, permissions: readonly string[]): string | undefined => {
  const group = groupOf(document, control)
  for (const one of lineage(control.element).slice(1)) {
    if (one.name === 'body' || othersIn(document, one, group)) return undefined
    const found = codeOf(one, permissions) ?? textPermission(document, one, { control, permissions })
    if (found !== undefined) return found
  }
  return undefined
}

/** The permission that a block is about. A button may as well be about all that the block names. */
const textPermission = (
  { $ }: Document,
  block: Element,
  { control, permissions }: { control: Control; permissions: readonly string[] },
): string | undefined => {
  const text = textOf($, block)
  if (!isClicked(control)) return permissionInText(text, permissions)
  const headings = $(block).find('h1, h2, h3, h4, h5, h6, legend, th, dt').toArray()
  const inHeadings = headings.flatMap(one => permissionInText(textOf($, one), permissions) ?? [])
  const named = inHeadings.length > 0 ? inHeadings : permissions.filter(one => permissionInText(text, [one]))
  return new Set(named).size === 1 ? named[0] : undefined
}

/** The controls that are one choice. */
const groupOf = ({ $ }: Document, { role, element }: Control): readonly Element[] => {
  if (role === 'radio') return radioGroup($, element)
  const owner = closest(element, 'select') ?? element
  const form = formOf($, element)
  return role === 'button' && form ? controlsIn($, form) : [owner]
}

const othersIn = ({ $ }: Document, element: Element, group: readonly Element[]): boolean =>
  $(element)
    .find('input[type="radio" i], input[type="checkbox" i], select, button')
    .toArray()
    .some(one => !group.includes(one) && !$(one).is('button[type="button" i], button:not([name])'))
