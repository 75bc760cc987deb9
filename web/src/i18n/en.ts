import app from './en/app.json' with { type: 'json' };
import record from './en/record.json' with { type: 'json' };
import session from './en/session.json' with { type: 'json' };
import settings from './en/settings.json' with { type: 'json' };
import ui from './en/ui.json' with { type: 'json' };

export default { app, ui, session, record, settings };
