import type { Permission } from '../../protocol/states.ts'

/** A request for permissions that waits for its user. `createdAt` in Unix seconds; `state` is null if none was sent. */
export type GrantRequest = {
  id: string
  requester: number
  user: number
  permissions: Permission[]
  callbackUrl: string
  state: string | null
  createdAt: number
}

/** The decision of a user (heading "GET /kyc/grant/{ocid}"): both OCIDs, both lists, and the time in Unix seconds. Clause: CALLBACK-10. */
export type Decision = {
  user: number
  requester: number
  granted: Permission[]
  denied: Permission[]
  time: number
}
