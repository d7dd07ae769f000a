import {existsSync} from 'node:fs';
import {isSea} from 'node:sea';
import {DatabaseSync} from 'node:sqlite';
import {WriteStream} from 'node:tty';
import {directory} from '../../config/paths.ts';
import {tlsSettings} from '../../lib/net/certificates.ts';
import {NotReached} from '../../lib/net/connection-problem.ts';
import {noProxyIn, proxiesIn} from '../../lib/net/proxies.ts';
import {checkRegularFile} from '../../lib/files/regular-file.ts';
import {printableLine} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import {readProblem} from '../../messages/text.ts';
import {codeCacheFolder, isPrivate} from '../code-cache.ts';
import type {Io} from '../output/io.ts';
import {journalPath} from '../start/journal-file.ts';
import {checkAll} from '../commands/check-config.ts';
import {version} from '../start/version.ts';
import {doctorMachineMessages} from '../../messages/doctor.ts';
import {connectionProblemText} from '../../messages/connection-problems.ts';

/** A `failure` prevents work, a `warning` is worth knowing. The text contains no secrets. */
export type Finding = {about: string; status: 'ok' | 'warning' | 'failure'; text: string};

/** Checks everything that does not need the service. */
export function checkMachine(io: Io): Finding[] {
	const configDir = directory(io.env, 'RCONDECK_CONFIG_DIR').path;
	const stateDir = directory(io.env, 'RCONDECK_STATE_DIR').path;
	const {node} = process.versions;
	return [
		ok('program', doctorMachineMessages.program(version, node, process.platform, process.arch)),
		...configuration(configDir, io.env),
		...terminal(io),
		network(io.env),
		journal(journalPath(stateDir)),
		...codeCache(codeCacheFolder(io.env)),
	];
}

const ok = (about: string, text: string): Finding => ({about, status: 'ok', text});
const warning = (about: string, text: string): Finding => ({about, status: 'warning', text});

function configuration(configDir: string, env: NodeJS.ProcessEnv): Finding[] {
	let checked: ReturnType<typeof checkAll>;
	try {
		checked = checkAll(configDir, env);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		return [{about: 'config', status: 'failure', text: error.message}];
	}
	const {files, problems: all} = checked;
	const problems = all.filter(({level}) => level !== 'note');
	if (problems.length === 0) {
		return [ok('config', files.length > 0 ? files.join(', ') : doctorMachineMessages.noFile(configDir))];
	}
	return problems.map(({file, line, level, message}) => ({
		about: 'config',
		// An invalid key prevents no work: its command keeps the default key.
		status: level === undefined ? 'failure' : 'warning',
		text: `${file}${line === undefined ? '' : `:${line}`}: ${message}`,
	}));
}

function terminal({env, terminal: there}: Io): Finding[] {
	const type = env['TERM'] ?? doctorMachineMessages.noTerm;
	const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
	const inside = [
		env['TMUX'] && 'tmux',
		env['STY'] && 'screen',
		env['SSH_CONNECTION'] && 'SSH',
		env['MOSH_CONNECTION'] && 'mosh',
	].filter(Boolean);
	const where = inside.length > 0 ? doctorMachineMessages.inside(inside.join(', ')) : '';
	const {columns, rows} = there?.stdout ?? {};
	const size = there ? doctorMachineMessages.size(columns, rows) : doctorMachineMessages.noTerminal;
	const depth = there?.stdout instanceof WriteStream ? there.stdout.getColorDepth(env) : undefined;
	const colors = depth === undefined ? '' : doctorMachineMessages.colors(depth);
	return [ok('terminal', `${size}${type}${colors}${where}`), letters(locale)];
}

function letters(locale: string): Finding {
	if (locale === '') return ok('letters', doctorMachineMessages.noLocale);
	return /utf-?8/i.test(locale)
		? ok('letters', doctorMachineMessages.letters(locale))
		: warning('letters', doctorMachineMessages.notUnicode(locale));
}

/** Checks the connection settings. The proxy's credentials are not shown. */
function network(env: Io['env']): Finding {
	try {
		const {http, https} = proxiesIn(env);
		tlsSettings(env);
		const proxies = [...new Set([https, http])].flatMap(proxy =>
			proxy ? doctorMachineMessages.proxy(proxy.host, proxy.login !== undefined, proxy.variable) : [],
		);
		const noProxy = noProxyIn(env);
		const files = [
			['authorities', 'NODE_EXTRA_CA_CERTS'],
			['authorities', 'SSL_CERT_FILE'],
			['authorities', 'SSL_CERT_DIR'],
			[doctorMachineMessages.clientCertificate, 'RCONDECK_CLIENT_CERT'],
			[doctorMachineMessages.clientKey, 'RCONDECK_CLIENT_KEY'],
		] as const;
		const parts = [
			...(proxies.length > 0 ? proxies : [doctorMachineMessages.noProxy]),
			...(noProxy === '' || proxies.length === 0 ? [] : [doctorMachineMessages.noProxyFor(noProxy)]),
			...files.flatMap(([what, name]) => (env[name] ? `${what} ${env[name]} (${name})` : [])),
		];
		return ok('network', printableLine(parts.join(', ')));
	} catch (error) {
		if (!(error instanceof NotReached)) throw error;
		return {about: 'network', status: 'failure', text: connectionProblemText(error.problem)};
	}
}

function journal(file: string): Finding {
	try {
		checkRegularFile(file);
		if (!existsSync(file)) return ok('journal', doctorMachineMessages.noJournal(file));
		const database = new DatabaseSync(file, {readOnly: true});
		try {
			const said = String(Object.values(database.prepare('PRAGMA quick_check').get() ?? {})[0]);
			return said === 'ok'
				? ok('journal', file)
				: warning('journal', doctorMachineMessages.damagedJournal(file, said));
		} finally {
			database.close();
		}
	} catch (error) {
		return warning('journal', readProblem(error, file));
	}
}

function codeCache(folder: string): Finding[] {
	if (isSea()) return [];
	try {
		return [
			isPrivate(folder) ? ok('cache', folder) : warning('cache', doctorMachineMessages.foreignCache(folder)),
		];
	} catch {
		return [ok('cache', doctorMachineMessages.noCache(folder))];
	}
}
