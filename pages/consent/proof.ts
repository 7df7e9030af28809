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

/** Returns whether controls decide on permissions in a form without empty fields; other forms, such as a search, may have some. */
const decidesBesideFields = ({ $, ...page }: ConsentControls): boolean => {
  const typedInto = new Set(emptyFieldsOf({ $, ...page }).map(({ element }) => formOf($, element)))
  return page.permissionControls.some(({ control: { element } }) => {
    const form = formOf($, element)
    return form !== undefined && !typedInto.has(form)
  })
}

/** Returns whether a page may be the consent page: its controls may decide on the permissions. */
export const mayBeConsentPage = (page: ConsentControls, permissions: readonly string[]): boolean => {
  if (submitsDecision(page)) return true
  if (hasEmptyFields(page)) return decidesBesideFields(page)
  const decidesAll = page.controls.some(control => isClickable(control) && effectOf(control.name) !== undefined)
  return page.permissionControls.length > 0 || (decidesAll && namesPermission(page, permissions))
}

/**
 * Returns whether a page is the consent page, and not an earlier one that also has checkboxes or "Accept" and mentions an e-mail address,
 * such as a cookie notice: its form goes to the documented address, it has controls for all of the permissions, or the config names its
 * controls. Naming the requester proves nothing, since every login does. A form with empty fields that sends them elsewhere is a login.
 */
export const isConsentPage = (page: ConsentControls, permissions: readonly string[]): boolean => {
  if (submitsDecision(page)) return true
  const deciding = page.permissionControls.filter(({ isSaid, isOwn }) => permissions.length > 1 || (isSaid && isOwn))
  const decided = new Set(deciding.map(({ permission }) => permission))
  const decidesAll = permissions.every(permission => decided.has(permission))
  return mayBeConsentPage(page, permissions) && (page.isNamed || decidesAll)
}
