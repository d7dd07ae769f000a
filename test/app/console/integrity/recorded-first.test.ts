import path from 'node:path';
import {expect, test} from 'vitest';
import {readJournalFile} from '../../../../src/journal/reader.ts';
import {openApp} from '../../../helpers/open-app.ts';
import {manualClock} from '../../../helpers/manual-clock.ts';
import {journalFolder, sessionJournal} from '../../../helpers/temp-journal.ts';

test('a command is in the journal before the service gets it', async () => {
	const folder = journalFolder();
	const atArrival: string[] = [];
	const screen = await openApp({
		journal: sessionJournal(folder, manualClock()),
		between: (request, service) => {
			if (request.method === 'POST') {
				const lines = readJournalFile(path.join(folder, 'journal.db')) ?? [];
				const mine = lines
					.filter(({origin}) => origin === 'me')
					.map(({server, text, status}) => `${server} ${text} ${status}`);
				atArrival.push(mine.join(', '));
			}
			return service();
		},
	});
	await screen
		.sees('feed LIVE')
		.press('i')
		.type('status')
		.press('enter')
		.sees(/me +> status/);
	await screen
		.type('& status')
		.press('enter')
		.comes(/me +> status[^]*me +> status/);
	expect(atArrival).toEqual(['Charlie status waiting', 'Charlie status failed, Charlie status waiting']);
});
