import {expect, test} from 'vitest';
import {parseAst} from 'vitest/node';
import {sourceOf, sourcesIn} from '../helpers/sources.ts';
import {filled, partsOf, textOf, type Syntax} from '../helpers/syntax.ts';

/** Folders whose sentences are all in `src/messages`. */
const folders = [
	'src/actions',
	'src/adopt',
	'src/app',
	'src/cli',
	'src/client',
	'src/config',
	'src/contract',
	'src/demo',
	'src/journal',
	'src/lib',
	'src/line-mode',
	'src/service',
	'src/tui',
];

/** Strings that are not our text: shell code, and what the simulated games, servers and people say. */
const exempt = [
	'src/cli/completion/completion-scripts.ts',
	// The description of a setting is a part of its declaration, like its values and its default.
	'src/config/schema.ts',
	// The expectations of a schema in the style of zod, whose texts appear beside them: `expected string`,
	// `must not be blank`.
	'src/contract/fields.ts',
	'src/contract/models/',
	'src/contract/reasons.ts',
	'src/contract/request.ts',
	// The files of themes.
	'src/contract/theme-files.ts',
	'src/demo/colleague.ts',
	'src/demo/fleet.ts',
	'src/demo/games/',
	'src/demo/rcon/',
	// The words of protocols.
	'src/service/console/quake',
	'src/service/query/',
	'src/lib/text/prometheus.ts',
	// Keys of rows.
	'src/journal/identity.ts',
	'src/service/power/ssh.ts',
];

/**
 * The words of Node and undici in their errors, and placeholders in records and journals for missing
 * values: they are compared.
 */
const wireWords = new Set([
	'Proxy Authentication Required',
	'before secure TLS connection was established',
	'(nested too deeply)',
	'(command not given)',
]);

/** Words separated by a space, at least one of them literal. */
const isSentence = (text: string): boolean =>
	/[\p{L}\p{N}\uFFFC]\S*\s+\S*[\p{L}\p{N}\uFFFC]/u.test(text) &&
	/\p{L}/u.test(text) &&
	!wireWords.has(text) &&
	!isTechnical(text) &&
	!isOfHttp(text);

/**
 * `--delay <minutes>`, `-y, --yes`, `help [command]`, `POST /server/{serverId}`, `less -FIRX`, SQL, a game
 * command, a time pattern, a size, the terms of a
 * filter.
 */
const isTechnical = (text: string): boolean =>
	/^(-[a-zA-Z], )?--[a-z-]+( [<[][\w= ]+(\.\.\.)?[>\]])?$/.test(text) ||
	/^[a-z]+( [<[]\w+(\.\.\.)?[>\]])+$/.test(text) ||
	/^(GET|POST|PUT|PATCH|DELETE) \/\S*$/.test(text) ||
	/^(less -|stty (sane|-echo) |exec \uFFFC$|command -v |echo \uFFFC$|say \{)/.test(text) ||
	/^\s*(--.*\n\s*)*(PRAGMA|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|BEGIN|VACUUM|WITH|WHERE|FROM|AND|SET|START|ON CONFLICT)\s/.test(
		text,
	) ||
	/^\(?\w+ (=|IN) /.test(text) ||
	/(^|[ (])json ->> '|^\uFFFC (<=|AND) |^\s+REFERENCES /.test(text) ||
	/^(sum|length)\(\S+\) (OVER|\+) /.test(text) ||
	/^commands \uFFFC$/.test(text) ||
	/^[a-z]+:\uFFFC( [a-z]+:\uFFFC)+$/.test(text) ||
	/^([-:yMdHms ]+|\uFFFC [KMGT]?i?B|-----BEGIN CERTIFICATE-----|repeatable read|read only)$/.test(text);

/** Media types, encodings and the start of a part, as in headers. */
const isOfHttp = (text: string): boolean =>
	/^[a-z]+\/[a-z-]+[,;] \S+$/.test(text) ||
	/^gzip(, [a-z]+)+$/.test(text) ||
	/^expected( an?)? \w+$/.test(text) ||
	/^(private|inline)[,;] [a-z]+-?[a-z]+=/.test(text) ||
	/^(HTTP\/1\.1|Bearer) /.test(text) ||
	text.startsWith(`--${filled}\r\nContent-`);

/** `new TypeError('…')`: only our bugs throw it, so that nobody else reads it. */
const isInvariant = ({type, callee}: Syntax): boolean =>
	type === 'NewExpression' && partsOf(callee).some(({name}) => name === 'TypeError');

/** The sentences in a source, each with its line. */
function sentencesIn(source: string, lang: 'ts' | 'tsx'): string[] {
	const found: string[] = [];
	const visit = (node: Syntax) => {
		const text = textOf(node);
		if (isInvariant(node)) return;
		if (text !== undefined && isSentence(text))
			found.push(`${source.slice(0, node.start).split('\n').length}: ${text.replaceAll(filled, '…')}`);
		for (const part of Object.values(node)) partsOf(part).forEach(visit);
	};
	visit(parseAst(source, {lang}) as unknown as Syntax);
	return found;
}

test('sentences are in the catalog, not in the code that uses them', () => {
	const strays = folders.flatMap(folder =>
		sourcesIn(folder)
			.filter(file => !exempt.some(start => file.startsWith(start)))
			.flatMap(file =>
				sentencesIn(sourceOf(file), file.endsWith('x') ? 'tsx' : 'ts').map(found => `${file}:${found}`),
			),
	);
	expect(strays).toEqual([]);
});

test.each([
	['a string', "f('Nothing was sent.');", ['1: Nothing was sent.']],
	['a string between double quotes', 'f("It\'s gone");', ["1: It's gone"]],
	['a property value, with its line', "const a = {\n\thint: 'in minutes',\n};", ['2: in minutes']],
	['a template with one word', 'f(`Restart ${name}`);', ['1: Restart …']],
	['a tagged template', 'f(message`${key(id)} leaves`);', ['1: … leaves']],
	['a sentence in a nested template', 'f(`${a}${b ? ` of ${b}` : ""}`);', ['1:  of …']],
	['text of an element', 'const a = <p>Not found</p>;', ['1: Not found']],
	['a line break between words', "f('one\\ntwo');", ['1: one\ntwo']],
])('finds %s', (_, source, sentences) => {
	expect(sentencesIn(source, 'tsx')).toEqual(sentences);
});

test.each([
	['a comment', '// Nothing was sent.\n/* Nothing was sent. */ f();'],
	['a pattern', 'f(/no such thing/);'],
	['an ID, an error key and a state', "f('start', 'server.is_not_online', 'ONLINE');"],
	['values without words of their own', 'f(`${name} (${state}), ${players}`);'],
	[
		'an option of a command',
		"f('--delay <minutes>', '--target <server...>', '-f, --file <file>', '-y, --yes');",
	],
	['a command with its arguments', "f('help [command]', 'attach <name> [command...]');"],
	['a shell or database command', "f('less -FIRX', 'stty sane ixon; exit 0', 'PRAGMA quick_check');"],
	['SQL', "f('SELECT max(at) AS at FROM sent', 'BEGIN IMMEDIATE', 'id IN (?)');"],
	['a game command', "f('say {text}', `echo ${marker}`);"],
	['a time pattern', "f('yyyy-MM-dd HH:mm:ss');"],
	['a size', 'f(`${count} KiB`, `${count} B`);'],
	['text that only a bug throws', "throw new TypeError('The server is not attached.');"],
	['a request', "f('POST /automation/{automationId}');"],
	['headers', "f('text/plain, */*;q=0.5', `multipart/form-data; boundary=${mark}`, 'gzip, br');"],
	['the header of a multipart part', 'f(`--${mark}\\r\\nContent-Type: ${type}`);'],
])('ignores %s', (_, source) => {
	expect(sentencesIn(source, 'ts')).toEqual([]);
});
