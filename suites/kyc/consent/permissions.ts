import type { ConsentPage } from '../../../harness/pages.ts'
import { permissions } from '../../support/kyc/grant-request.ts'

/** All permissions, as a request writes them. */
export const everyPermission = permissions.join(',')

/** Returns whether a page asks for each permission separately. */
export const areTogether = (page: ConsentPage): boolean =>
  permissions.every(permission => page.separate(permissions).includes(permission))

/** The remedy where a page's controls for the permissions are not known. */
export const nameControls =
  'name the controls under pages.consent in the config, such as "grant": "radio:Allow {permission}", "deny": "radio:Deny {permission}"'
