import type { HttpResponse } from '../../../harness/http/response.ts'
import type { Submission } from '../../../harness/submission.ts'

/** The effects of one navigation or click in a tab, as its requests show them. */
export type Journey = {
  /** The responses to requests for documents and by scripts, in order. */
  responses: HttpResponse[]
  /** The address outside the target's pages to which it leads. */
  beyond?: { url: string; status?: number }
  /** The first submission that it sent. */
  sent?: Submission
  /** A change to that submission. */
  readonly change: ((submission: Submission) => Submission) | undefined
  /** The last question of a page, which was answered “OK”. */
  asked?: string
  /** Why a request could not be made. */
  error?: unknown
  /** Number of requests. */
  requests: number
  /** Number of requests by scripts and frames. */
  byScript: number
  /** Number of requests for a document of the tab. */
  documents: number
  /** Set if it leads from document to document endlessly. */
  isEndless: boolean
  /** A document was requested and is not shown yet. */
  isNavigating: boolean
  /** The target has not answered the request for a document yet: the HTTP client limits that time. */
  isAwaited: boolean
}

/** Returns a journey without requests. */
export const newJourney = (change?: Journey['change']): Journey => ({
  responses: [],
  requests: 0,
  byScript: 0,
  documents: 0,
  isEndless: false,
  isNavigating: false,
  isAwaited: false,
  change,
})

/** Another site is to send the submission, so the page sends nothing. */
export class ForgedElsewhere extends Error {
  override readonly name = 'ForgedElsewhere'
  readonly submission: Submission

  constructor(submission: Submission) {
    super('the submission is sent from another site')
    this.submission = submission
  }
}
