/** The request that a browser sends for a form, or for a link (without fields). */
export type Submission = {
  method: 'GET' | 'POST'
  /** Absolute address. */
  url: string
  fields: readonly (readonly [string, string])[]
  /** JSON: as a page's script sends it, one member per name. */
  enctype: 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'application/json'
  /** Sent from another site, like a forged request: with a foreign origin, and only the cookies that a browser then sends. */
  forged?: true
}

/** Changes the request of a click; `step` counts the clicks from 0. */
export type SubmissionChange = (submission: Submission, step: number) => Submission
