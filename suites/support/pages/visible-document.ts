import type { CheerioAPI } from '../../../pages/document/dom.ts'
import { isLive } from '../../../pages/document/live-document.ts'
import { readVisible } from '../../../pages/reading/read-page.ts'

/**
 * Returns a document without the elements that its inline styles and style sheets hide; a browser has already done so for pages that it
 * shows.
 */
export const visibleDocument = async ($: CheerioAPI): Promise<CheerioAPI> => (isLive($) ? $ : readVisible($))
