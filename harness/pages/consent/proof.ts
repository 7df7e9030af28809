import { isClickable, textFieldsOf } from '../document/controls.ts'
import { baseOf, resolve, textOf } from '../document/dom.ts'
import { type Document, formOf } from '../document/forms.ts'
import type { ConsentControls } from './controls.ts'
import { effectOf, permissionInText } from './intent.ts'

/** Returns whether a page has fields that somebody has to type into: a login, a code. */
export const hasEmptyFields = (document: Document): boolean =>
  textFieldsOf(document).some(
    ({ element: { attribs } }) =>
      !attribs.value && attribs.type?.toLowerCase() !== 'search' && attribs.readonly === undefined,
  )

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

/**
 * Returns whether a page is the consent page: its form goes to the documented address, or its controls decide about the
 * requested permissions. A page with empty fields that sends them elsewhere is a login.
 */
export const isConsentPage = (page: ConsentControls, permissions: readonly string[]): boolean => {
  if (submitsDecision(page)) return true
  if (hasEmptyFields(page)) return false
  const decidesAll = page.controls.some(control => isClickable(control) && effectOf(control.name) !== undefined)
  return page.permissionControls.length > 0 || (decidesAll && namesPermission(page, permissions))
}
