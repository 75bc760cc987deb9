import app from './de/app.json' with { type: 'json' };
import record from './de/record.json' with { type: 'json' };
import session from './de/session.json' with { type: 'json' };
import settings from './de/settings.json' with { type: 'json' };
import ui from './de/ui.json' with { type: 'json' };

export default { app, ui, session, record, settings };
