import type { HttpResponse } from '../../../harness/http/response.ts'
import type { Submission } from '../../../harness/submission.ts'

/** What one navigation or click of a tab brings about, as its requests show it. */
export type Journey = {
  /** The responses to documents and to requests of scripts, in order. */
  responses: HttpResponse[]
  /** The address beyond the target's pages to which it leads. */
  beyond?: { url: string; status?: number }
  /** What it sent first that is no mere look. */
  sent?: Submission
  /** Changes what it sends first. */
  readonly change: ((submission: Submission) => Submission) | undefined
  /** What a page asked last, and was told “OK”. */
  asked?: string
  /** Why a request could not be made. */
  error?: unknown
  /** Number of requests. */
  requests: number
  /** Number of those that are sent by scripts and frames. */
  byScript: number
  /** Number of those for a document of the tab. */
  documents: number
  /** It leads from document to document, and does not end. */
  isEndless: boolean
  /** A document is on its way: it was asked for, or was answered and is not shown yet. */
  isNavigating: boolean
  /** The target has been asked for a document, and has not answered yet: that has limits of its own. */
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

/** A change asks that another site sends the submission: the page sends nothing. */
export class ForgedElsewhere extends Error {
  override readonly name = 'ForgedElsewhere'
  readonly submission: Submission

  constructor(submission: Submission) {
    super('the submission is sent from another site')
    this.submission = submission
  }
}
