import type { HttpResponse } from '../http/response.ts'
import type { Document } from './forms.ts'

/** A page that a browser shows. */
export type PageVisit = Document & { response: HttpResponse }
