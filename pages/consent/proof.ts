import { type Control, isClickable, textFieldsOf } from '../document/controls.ts'
import { baseOf, resolve, textOf } from '../document/dom.ts'
import { type Document, formOf } from '../document/forms.ts'
import type { ConsentControls } from './controls.ts'
import { effectOf, permissionInText } from './intent.ts'

/** Returns the fields that must be filled in, such as those of a login or for a code. */
const emptyFieldsOf = (document: Document): Control[] =>
  textFieldsOf(document).filter(
    ({ element: { attribs } }) =>
      !attribs.value && attribs.type?.toLowerCase() !== 'search' && attribs.readonly === undefined,
  )

/** Returns whether a page has fields that must be filled in. */
export const hasEmptyFields = (document: Document): boolean => emptyFieldsOf(document).length > 0

/** Returns whether the text of a page names one of the permissions. */
export const namesPermission = ({ $ }: Document, permissions: readonly string[]): boolean =>
  permissionInText(textOf($), permissions) !== undefined

const submission = /\/kyc\/grant\/[^/]+\/submit\/?$/

/** Returns whether a form of the page sends a decision to the documented address. */
const submitsDecision = ({ $, url, controls }: ConsentControls): boolean =>
  controls.filter(isClickable).some(({ element }) => {
    const form = formOf($, element)
    const action = element.attribs.formaction ?? form?.attribs.action ?? ''
    return submission.test(URL.parse(resolve(action, baseOf($, url)) ?? '')?.pathname ?? '')
  })

/** Returns whether controls decide on permissions in a form without empty fields; a search form beside it may have some. */
const decidesBesideFields = ({ $, ...page }: ConsentControls): boolean => {
  const typedInto = new Set(emptyFieldsOf({ $, ...page }).map(({ element }) => formOf($, element)))
  return page.permissionControls.some(({ control: { element } }) => {
    const form = formOf($, element)
    return form !== undefined && !typedInto.has(form)
  })
}

/** The requested permissions, and who may request them. */
export type Asked = { permissions: readonly string[]; requesters: readonly { ocid: number; name: string }[] }

/** Returns whether a page may be the consent page: its controls may decide about the permissions. */
export const mayBeConsentPage = (page: ConsentControls, { permissions }: Pick<Asked, 'permissions'>): boolean => {
  if (submitsDecision(page)) return true
  if (hasEmptyFields(page)) return decidesBesideFields(page)
  const decidesAll = page.controls.some(control => isClickable(control) && effectOf(control.name) !== undefined)
  return page.permissionControls.length > 0 || (decidesAll && namesPermission(page, permissions))
}

/** Matches an OCID in a text, also in groups of digits. */
const ocidIn = (ocid: number): RegExp => new RegExp(`(?<!\\d)${[...String(ocid)].join("[.,'’٬\\s]?")}(?!\\d)`)

const showsRequester = ({ $ }: Document, { requesters }: Asked): boolean => {
  const text = plainText(textOf($))
  return requesters.some(({ ocid, name }) => ocidIn(ocid).test(text) || text.includes(plainText(name)))
}

const plainText = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()

/**
 * Returns whether a page is the consent page, and not one before it that also has boxes or "Accept" and speaks of an e-mail address, such as
 * a cookie notice: its form goes to the documented address, it shows who asks, or it has controls for several permissions, all of them; or
 * the config names its controls. A form with empty fields that sends them elsewhere is a login.
 */
export const isConsentPage = (page: ConsentControls, asked: Asked): boolean => {
  if (submitsDecision(page)) return true
  const { permissions } = asked
  const decided = new Set(page.permissionControls.map(({ permission }) => permission))
  const hasAll = permissions.length > 1 && permissions.every(permission => decided.has(permission))
  return mayBeConsentPage(page, asked) && (page.isNamed || hasAll || showsRequester(page, asked))
}
