import { textOf } from '../../protocol/json/any-json.ts'
import { UsageError } from '../settings/usage-error.ts'
import { MachineError, troubleIn } from './machine-error.ts'

/** An error in transit between threads or processes, which loses its class. */
export type CarriedError = { name: string; message: string; stack?: string; remedy?: string }

/** Packs an error; a system error is packed with its remedy. */
export const carried = (error: unknown): CarriedError => {
  const trouble = troubleIn(error)
  if (trouble) return { name: trouble.name, message: trouble.message, remedy: trouble.remedy }
  const { name, message, stack } = error instanceof Error ? error : new Error(textOf(error))
  return { name, message, ...(stack === undefined ? {} : { stack }) }
}

/** Unpacks an error. */
export const errorIn = ({ name, message, stack, remedy = '' }: CarriedError): Error => {
  if (name === 'UsageError') return new UsageError(message, remedy)
  if (name === 'MachineError') return new MachineError(message, remedy)
  return Object.assign(new Error(message), { name }, stack === undefined ? {} : { stack })
}
