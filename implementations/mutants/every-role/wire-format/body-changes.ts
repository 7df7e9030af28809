import { isObject, type Json, type JsonObject } from '../../../../protocol/json/json.ts'
import type { CommonPolicies } from '../../../../reference/every-role/contract.ts'
import { parseBody } from '../../../../reference/every-role/wire-format/bodies.ts'
import { changeMember } from '../../../support/changes.ts'

export type Policies = Partial<CommonPolicies>

/** Changes bodies before they are validated. */
export const changeBody = (change: (body: JsonObject) => Json): Policies => ({
  parseBody: bytes => {
    const body = parseBody(bytes)
    return isObject(body) ? change(body) : body
  },
})

/** Changes a member if it is present. */
export const changeIfPresent = (body: JsonObject, member: string, change: (value: Json) => Json): JsonObject =>
  body[member] === undefined ? body : changeMember(body, member, value => change(value ?? null))

export const toText = (value: Json): Json => (typeof value === 'number' ? String(value) : value)
