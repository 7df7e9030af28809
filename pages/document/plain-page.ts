import { type HttpResponse, mediaType } from '../../harness/http/response.ts'
import { type CheerioAPI, type Element, oncePerDocument, typeOf } from './dom.ts'
import { type Document, formOf, isSubmitter } from './forms.ts'
import { isLive } from './live-document.ts'
import { pressableIn } from './pressable.ts'

/** Elements whose part in a page is known. All others may draw, hold or do something that is not read. */
const plainElements = new Set(
  `html head body title meta link base style script header main footer nav section article aside div span p h1 h2 h3 h4 h5 h6 hgroup
  ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td form fieldset legend label input button select optgroup option
  textarea a img picture source br hr wbr b strong i em u s del ins mark small sub sup code pre kbd samp var time abbr address bdi bdo q
  blockquote cite data output figure figcaption`.split(/\s+/),
)

const plainInputs = new Set(
  ' hidden submit button reset image text email tel url number password search date month radio checkbox'.split(' '),
)

/** Attributes by which an element does more than its name says. */
const active = /^(?:on[a-z]+|contenteditable|popover|popovertarget|commandfor|dirname|aria-expanded|aria-haspopup)$/i

/** Roles that make a control of any element. */
const controlRoles = /^\s*(?:button|link|tab|slider|switch|option|listbox|combobox|menuitem|checkbox|radio|textbox)\b/i

const controls = new Set('a button input select option textarea label'.split(' '))

const nameOf = (element: Element): string | undefined => {
  const { name, attribs } = element
  if (!plainElements.has(name)) return `a <${name.slice(0, 20)}>`
  if (name === 'input' && !plainInputs.has(typeOf(element))) return `a field of the type ${attribs.type?.slice(0, 20)}`
  const attribute = Object.keys(attribs).find(each => active.test(each))
  if (attribute !== undefined) return `the attribute ${attribute.slice(0, 20)} of a <${name}>`
  const isPressable =
    !controls.has(name) && (controlRoles.test(attribs.role ?? '') || /^\d/.test(attribs.tabindex ?? ''))
  return isPressable ? `a <${name}> that can be pressed` : undefined
}

/** A button that a parser may give to a form that it is not inside of. */
const isWithoutForm = ($: CheerioAPI, element: Element): boolean =>
  !isLive($) && isSubmitter(element) && formOf($, element) === undefined

/** A script that has not run; JSON is data. */
const isUnrun = ($: CheerioAPI, element: Element): boolean =>
  !isLive($) && element.name === 'script' && !/json/.test(typeOf(element))

const foundIn = oncePerDocument(($): string | undefined => {
  for (const element of $<Element, string>('*').toArray()) {
    const name = nameOf(element)
    if (name !== undefined) return name
    if (isUnrun($, element)) return 'a script, which is not run'
    if (isWithoutForm($, element)) return 'a button outside of its forms'
  }
  return pressableIn($)
})

/**
 * Returns what a page has beyond plain markup, in words such as `a <canvas>`, so that something that it seems to lack may be there;
 * `undefined` if its markup is plain.
 */
export const unplainIn = ({ $, response }: Document & { response: HttpResponse }): string | undefined =>
  /^(?:text\/html)?$/.test(mediaType(response)) ? foundIn($) : `the media type ${mediaType(response).slice(0, 60)}`
