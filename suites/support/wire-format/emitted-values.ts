import { gatewayDocuments } from '../gateway/emitted-values.ts'
import { merchantDocuments } from '../merchant/emitted-values.ts'
import type { EmittedDocument } from './emitted-value.ts'

/** Every document of every role whose values are checked. Heading: Resources and their fields. */
export const emittedDocuments: readonly EmittedDocument[] = [...gatewayDocuments, ...merchantDocuments]
