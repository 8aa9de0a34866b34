import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeHTML } from 'entities'
import { create, read, withCalendar } from './calendar-pages.ts'

const codeIn = (main: string): string => decodeHTML(/<code id="snippet">(.*?)<\/code>/s.exec(main)?.[1] ?? '')

describe('the page that writes the code of embeds', () => {
  it('writes an element with the filters that are chosen, and shows it', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'One', '2026-12-01 10:00', undefined, { categories: ['Music & more'] })
      const main = await read(calendar, '/embed/?categories=music-more&featured=true&max=3&language=de')
      const code = codeIn(main)
      assert.match(code, /^<script type="module" src="[^"]*\/assets\/embed\.js"><\/script>\n<kalends-events /)
      assert.match(code, / category="music-more" featured="true" max="3" lang="de"><\/kalends-events>$/)
      const [, shown = ''] = /<div class="preview">(.*?)<\/div>/s.exec(main) ?? []
      assert.equal(shown, code.slice(code.indexOf('\n') + 1))
      assert.match(main, /<option value="music-more" selected>Music &amp; more</)
    })
  })

  it('writes a frame in a language and in colours, which it has', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'One', '2026-12-01 10:00')
      const path = '/embed/?kind=frame&height=300&theme=dark&language=fr'
      const reply = await calendar.ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.match(reply.headers['content-security-policy'] ?? '', /frame-src 'self'/)
      const code = codeIn(reply.text)
      assert.match(
        code,
        /^<iframe src="[^"]*\/fr\/embed\/events\/\?theme=dark" title="Events" width="100%" height="300"/,
      )
      const url = new URL(/src="([^"]*)"/.exec(code)?.[1] ?? '')
      const framed = await calendar.ask('GET', `/${url.pathname}${url.search}`, { headers: { accept: 'text/html' } })
      assert.equal(framed.status, 200)
      assert.match(framed.text, /<html lang="fr"[^>]* data-theme="dark"/)
      assert.match(framed.text, />One</)
      const plain = await calendar.ask('GET', '//embed/events/', { headers: { accept: 'text/html' } })
      assert.doesNotMatch(plain.text, /data-theme/)
      assert.doesNotMatch(plain.headers['content-security-policy'] ?? '', /frame-src/)
    })
  })

  it('writes how the events look, when they are and whether they repeat', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'One', '2026-12-01 10:00')
      const choices = 'layout=cards&when=weekend&collapse=none'
      const code = codeIn(await read(calendar, `/embed/?${choices}`))
      assert.match(code, / layout="cards" when="weekend" repeats="each" max="6" lang="en"></)
      const ahead = await read(calendar, '/embed/?when=30')
      assert.match(codeIn(ahead), /" days="30" max="5" lang="en"></)
      assert.match(ahead, /<option value="30" selected>Next 30 days</)
      // Only what the form offers is a choice; older links have the days by themselves.
      for (const wrong of ['31', '-5', '0', '1e1', '14.0', '+14', ' 30x'])
        assert.doesNotMatch(codeIn(await read(calendar, `/embed/?when=${encodeURIComponent(wrong)}`)), / days=/, wrong)
      const older = await read(calendar, '/embed/?days=30')
      assert.match(codeIn(older), /" days="30" max="5" lang="en"></)
      assert.match(older, /<option value="30" selected>/)
      assert.match(codeIn(await read(calendar, '/embed/?days=30&when=week')), / when="week" max=/)
      assert.match(codeIn(await read(calendar, '/embed/?days=30&when=90')), / days="90" /)
      assert.doesNotMatch(codeIn(await read(calendar, '/embed/?days=31')), / days=/)
      assert.match(codeIn(await read(calendar, '/embed/?kind=frame&when=14')), /\?days=14"/)
      const framed = codeIn(await read(calendar, `/embed/?kind=frame&max=3&${choices}`))
      assert.match(framed, /\/embed\/events\/\?layout=cards&amp;when=weekend&amp;max=3&amp;collapse=none"/)
      const month = codeIn(await read(calendar, '/embed/?kind=frame&layout=month&featured=true&when=week'))
      assert.match(month, /\/embed\/month\/\?featured=true"/)
    })
  })

  it('lets no choice out of its attribute, and corrects those that there are not', async () => {
    await withCalendar(async (calendar) => {
      const hostile = encodeURIComponent('"><script>alert(1)</script>\n<b>')
      for (const kind of ['element', 'frame']) {
        const query = `kind=${kind}&venue=${hostile}&max=999&height=1&theme=red&language=xx`
        const main = await read(calendar, `/embed/?${query}`)
        assert.doesNotMatch(main, /<script>alert|<b>/)
        assert.match(codeIn(main), kind === 'element' ? / max="5" lang="en"/ : / height="720"/)
        assert.doesNotMatch(codeIn(main), /theme=/)
      }
    })
  })
})
