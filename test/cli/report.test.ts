import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {writeReport} from '../../src/cli/output/report.ts';
import {Secret} from '../../src/lib/secrets/secret.ts';
import {after, aServer, viewChanged, polled} from '../helpers/builders.ts';
import {showTui} from '../helpers/show-tui.ts';

function folder() {
	const made = mkdtempSync(path.join(tmpdir(), 'rcondeck-report-'));
	onTestFinished(() => rmSync(made, {recursive: true, force: true}));
	return made;
}
const env = {RCONDECK_TOKEN: 'tok-very-secret', RCONDECK_APP_SECRET: 'app-very-secret'};
const at = new Date('2026-11-21T03:00:00Z');

test('a report names the crash and nothing secret, and only its owner can read it', () => {
	const bug = new Error(
		`GET https://mina:pass@api.example.net/x?key=hidden failed with tok-very-secret and app-very-secret in ${homedir()}/a`,
	);
	const file = writeReport(bug, path.join(folder(), 'state'), env, at) ?? '';
	const text = readFileSync(file, 'utf8');
	expect(text).toContain('GET https://••••@api.example.net/x?••••');
	expect(text).toContain('~/a');
	expect(text).not.toMatch(/very-secret|hidden|pass@/);
	expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('it contains no secret from a file or a command either', () => {
	const read = new Secret('from-credentials-toml');
	const file =
		writeReport(new Error(`${read.reveal()} was refused`), path.join(folder(), 'state'), {}, at) ?? '';
	expect(readFileSync(file, 'utf8')).toContain('•••• was refused');
});

test('shows the crash even where no report can be written', () => {
	expect(writeReport(new Error('x'), '/dev/null/nowhere', env, at)).toBeUndefined();
});

test('a crash in one pane writes a report and is shown in that pane, and keys work in the others', async () => {
	const state = folder();
	const broken = {...aServer({id: 'd', displayName: 'broken'}), backups: undefined} as unknown as ReturnType<
		typeof aServer
	>;
	const {terminal} = await showTui({
		columns: 120,
		rows: 40,
		state: after(polled([aServer({id: 'a'}), broken]), viewChanged({currentId: 'd'})),
		report: bug => writeReport(bug, state, env, at),
	});
	await terminal.sees('The details could not be drawn because of a bug.');
	await terminal.sees('The report is');
	const [name = ''] = readdirSync(state);
	expect(name).toMatch(/^report-2026-11-21T03-00-00-000Z-\d+\.txt$/);
	expect(statSync(path.join(state, name)).mode & 0o777).toBe(0o600);
	// The pane is narrow, so the report's name takes several rows.
	const shown = terminal
		.rows()
		.map(row => /^([^│]*)│/.exec(row)?.[1]?.trim() ?? '')
		.join('');
	expect(shown).toContain(name);
	terminal.write('i');
	terminal.write('abc');
	await terminal.sees('rcon> abc');
});
