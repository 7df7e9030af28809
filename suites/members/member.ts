import type { OperationName } from '../../protocol/operations.ts'
import type { RequirementId } from '../../protocol/requirements/index.ts'

/**
 * The types of the document. `text` accepts any text, an `id` identifies something; `list` is an array of objects. Heading: Resources
 * and their fields.
 */
export type MemberType =
  | 'text'
  | 'id'
  | 'integer'
  | 'ocid'
  | 'timestamp'
  | 'amount'
  | 'currency'
  | 'address'
  | 'addresses'
  | 'ocids'
  | 'texts'
  | 'permissions'
  | 'signature'
  | 'status'
  | 'object'
  | 'list'

/** Where a target returns a member: in its response, on a page, in a proof, and so on. */
export type Place = 'response' | 'page' | 'proof' | 'notification' | 'verify' | 'callback' | 'order'

/** A place where a member must be returned unchanged: its name there, and the clause that says so. */
export type Return = { readonly as: string; readonly clause: RequirementId }

/**
 * The kinds of values that are tried on a member: boundary values of its type (`ends`); values that a careless lookup wrongly treats as
 * equal or as different (`confusables`); values that only the sender can know, which must be returned somewhere (`echoes`); the member
 * missing, null, empty or falsy (`absences`).
 */
export type Kind = 'ends' | 'confusables' | 'echoes' | 'absences'

/** The kinds of values in the table. */
export const kinds: readonly Kind[] = ['ends', 'confusables', 'echoes', 'absences']

/** The ids of the checks that try a kind, or a sentence with the reason why there are none. */
type Cell = readonly string[] | string

/** One member of a message, header, path parameter, query parameter or form field: a row of the table. */
export type Member = {
  readonly operation: OperationName
  readonly message: 'request' | 'response'
  readonly in: 'body' | 'header' | 'path' | 'query' | 'form'
  /** Its name; in a body, its path, such as `order.items[].name`. */
  readonly name: string
  readonly setBy: 'caller' | 'target'
  readonly type: MemberType
  readonly optional: boolean
  /** How two of its values are compared: exactly, as numbers, or as points in time. */
  readonly compared: 'exactly' | 'by value' | 'by instant'
  readonly returned: Readonly<Partial<Record<Place, Return>>>
  /** The things that are looked up by it, or compared with it. */
  readonly finds: string | undefined
  /** The members from which it must not be computed, although it often could be. */
  readonly notFrom: readonly string[]
  readonly cells: Readonly<Partial<Record<Kind, Cell>>>
}

/** The properties of a row besides name and type; by default, the member is required and identifies nothing. */
type Facts = Partial<Pick<Member, 'optional' | 'returned' | 'finds' | 'notFrom' | 'cells'>>

/** A row that is not assigned to a message yet. */
export type Row = readonly [name: string, type: MemberType, facts?: Facts]

/** The message that rows belong to. */
type Carrier = Pick<Member, 'operation' | 'message' | 'in' | 'setBy'>

const comparisons: Readonly<Partial<Record<MemberType, Member['compared']>>> = {
  amount: 'by value',
  integer: 'by value',
  ocid: 'by value',
  timestamp: 'by instant',
}

/** Returns the rows of a message as members. */
export const membersOf = (carrier: Carrier, rows: readonly Row[]): Member[] =>
  rows.map(([name, type, facts = {}]) => ({
    ...carrier,
    name,
    type,
    optional: false,
    compared: comparisons[type] ?? 'exactly',
    returned: {},
    finds: undefined,
    notFrom: [],
    cells: {},
    ...facts,
  }))

/** Types without boundary values that a sender could choose. */
const withoutEnds: ReadonlySet<MemberType> = new Set(['object', 'signature', 'status', 'currency'])

/** Returns the kinds that can be tried on a member, according to the document. */
export const kindsOf = ({ setBy, type, finds, returned, optional }: Member): Kind[] => {
  const isTried: Record<Kind, boolean> = {
    ends: setBy === 'caller' && !withoutEnds.has(type),
    confusables: finds !== undefined,
    echoes: Object.keys(returned).length > 0,
    absences: setBy === 'caller' && optional,
  }
  return kinds.filter(kind => isTried[kind])
}
