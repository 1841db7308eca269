import { render } from 'preact'
import { App } from './app.tsx'
import { editByKeyboard } from './editing/edit-bar.tsx'
import { followEvents } from './events.ts'
import { loadProject } from './project.ts'

addEventListener('keydown', editByKeyboard)
const place = document.getElementById('studio')
if (place !== null) render(<App />, place)
void loadProject()
followEvents()
