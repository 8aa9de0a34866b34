import { render } from 'preact'
import './style/main.css'
import { findSession } from './api/session.ts'
import { App } from './app.tsx'
import { chosenLanguage } from './language.ts'
import { loadTexts } from './texts.ts'

await loadTexts(chosenLanguage())
await findSession().catch(() => undefined)
const place = document.querySelector('#app')
if (place) render(<App />, place)
