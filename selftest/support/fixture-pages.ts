import type { FastifyInstance } from 'fastify'
import type { BrowserContext } from 'playwright-core'

/** Routes a browser to a server that does not listen: by its origin, without the prefix that a proxy would remove. */
export const serveInBrowser = (
  context: BrowserContext,
  { origin, prefix, server }: { origin: string; prefix: string; server: FastifyInstance },
): Promise<unknown> =>
  context.route(`${origin}/**`, async route => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const response = await server.inject({
      method: request.method() as 'GET' | 'POST',
      url: pathname.replace(prefix, '') + search,
      headers: await request.allHeaders(),
      ...(request.postData() === null ? {} : { payload: request.postData() ?? '' }),
    })
    const { location } = response.headers
    if (response.statusCode === 303 && location !== undefined)
      // A browser follows redirects of a routed response without routing them.
      return route.fulfill({
        contentType: 'text/html',
        body: `<script>location.replace(${JSON.stringify(location)})</script>`,
      })
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join('\n')]),
    )
    return route.fulfill({ status: response.statusCode, headers, body: response.body })
  })

/** Answers a whole site with an empty page, where redirects end. */
export const answerSite = (context: BrowserContext, origin: string): Promise<unknown> =>
  context.route(`${origin}/**`, route => route.fulfill({ contentType: 'text/html', body: '<title>There</title>' }))
