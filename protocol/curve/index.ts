// The only module through which the rest of the project uses a curve. All libraries give the same results.
import type { Curve } from './curve.ts'
import { loadNative } from './native.ts'
import { noble } from './noble.ts'
import { loadWasm } from './wasm.ts'

export type { CompactSignature, Curve } from './curve.ts'
export { decompressed, hashPoints, recoveredKeys } from './points.ts'

/** Loads every curve that works on this machine, the fastest first. */
export const availableCurves = (): Curve[] =>
  [loadNative(), loadWasm(), noble].filter((curve): curve is Curve => curve !== undefined)

/**
 * Chooses the curve: native if the optional package loads, else WebAssembly, else JavaScript. A name (`native`, `wasm`,
 * `noble`) selects that one and falls back to JavaScript if it does not load.
 */
export const chooseCurve = (name: string | undefined): Curve => {
  if (name === 'noble') return noble
  if (name === 'wasm') return loadWasm() ?? noble
  return loadNative() ?? (name === 'native' ? noble : (loadWasm() ?? noble))
}

/** The curve in use. The environment variable OC_CONFORMANCE_CURVE selects one by name. */
export const curve: Curve = chooseCurve(process.env.OC_CONFORMANCE_CURVE)
