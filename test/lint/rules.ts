import path from 'node:path';
import {partsOf, type Syntax} from '../helpers/syntax.ts';
import {features, modules} from './borders.ts';

/*
Rules of the architecture that no rule of oxlint expresses. `.oxlintrc.json` says where they apply.
*/

type Context = {filename: string; cwd: string; report: (problem: {node: Syntax; message: string}) => void};

/** A rule that gets nodes of these types, and the path of the file from the root of the repository. */
type Check = (node: Syntax, file: string, report: (message: string, at?: Syntax) => void) => void;

const rule = (types: readonly string[], check: Check) => ({
	create(context: Context) {
		const file = path.relative(context.cwd, context.filename).replaceAll(path.sep, '/');
		const visit = (node: Syntax) =>
			check(node, file, (message, at = node) => context.report({node: at, message}));
		return Object.fromEntries(types.map(type => [type, visit]));
	},
});

const imports = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'];

/** What a node imports: a file as a path from the root, or a package. */
function targetOf({source}: Syntax, file: string): string | undefined {
	const name = partsOf(source)[0]?.['value'];
	if (typeof name !== 'string') return undefined;
	return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name;
}

const moduleImports = rule(imports, (node, file, report) => {
	const target = targetOf(node, file);
	const from = file.split('/')[1] ?? '';
	const {imports = [], packages = /^$/} = modules[from] ?? {};
	if (target === undefined || target.startsWith('assets/')) return;
	const [top, to = ''] = target.split('/');
	if (top === 'src' || top === 'test') {
		if (top === 'test' || (to !== from && !imports.includes(to)))
			report(
				`"${from}" must not import "${to}". Move what both need to a module that both may import, or pass it in (test/lint/borders.ts).`,
			);
	} else if (!packages.test(target)) {
		report(
			`"${from}" must not use the package "${target}". Pass in what it is needed for, or use a module that has it (test/lint/borders.ts).`,
		);
	}
});

const featureOf = (file: string): string => {
	const [, , folder = '', name] = file.split('/');
	return name === undefined ? 'app' : folder;
};

/** `import type`, or only names that are types. */
function isOfTypes({importKind, exportKind, specifiers}: Syntax): boolean {
	const names = partsOf(specifiers);
	return (
		importKind === 'type' ||
		exportKind === 'type' ||
		(names.length > 0 && names.every(name => [name['importKind'], name['exportKind']].includes('type')))
	);
}

const featureImports = rule(imports, (node, file, report) => {
	const target = targetOf(node, file);
	if (!target?.startsWith('src/app/')) return;
	const [from, to] = [featureOf(file), featureOf(target)];
	if (target.endsWith('/feature.ts') && to !== 'kernel' && file !== 'src/app/features.ts')
		report('Only src/app/features.ts imports the registration of a feature. Open the feature by its ID.');
	if (from === 'app' || from === to || to === 'kernel') return;
	if (from === 'kernel' && target !== 'src/app/state.ts')
		report(`The kernel must not import "${to}". Move what it needs to src/app/kernel.`);
	if (from !== 'kernel' && to !== 'app' && !isOfTypes(node) && !features[from]?.includes(to))
		report(
			`The feature "${from}" must not import code of "${to}". Move it to src/app/kernel, or declare it in test/lint/borders.ts.`,
		);
});

const injectedOnly = rule(['CallExpression', 'NewExpression'], (node, _, report) => {
	const {type, callee, arguments: given} = node;
	const [called] = partsOf(callee);
	const [object] = partsOf(called?.['object']);
	const name = [object?.['name'], partsOf(called?.['property'])[0]?.['name'] ?? called?.['name']].join('.');
	const isClock = type === 'NewExpression' && name === '.Date' && partsOf(given).length === 0;
	if (isClock || /^(Date\.now|Math\.random|\w*\.(setTimeout|setInterval|randomUUID))$/.test(name))
		report('Time, IDs and chance come from outside: from the services, or from the event in a reducer.');
});

const moduleVariables = rule(['Program'], ({body}, _, report) => {
	for (const statement of partsOf(body)) {
		const [declared = statement] = partsOf(statement['declaration']);
		if (declared.type === 'VariableDeclaration' && declared['kind'] !== 'const')
			report('Sessions in one process share nothing: keep it in the state, or in a closure.', declared);
	}
});

/** `Record<string, …>` except of unknown values, such as records of the wire before they are read. */
const keyedRecords = rule(['TSTypeReference'], (node, _, report) => {
	const [name] = partsOf(node['typeName']);
	const [key, value] = partsOf(node['typeArguments']).flatMap(({params}) => partsOf(params));
	const isKeyed = name?.['name'] === 'Record' && key?.type === 'TSStringKeyword';
	if (!isKeyed || value?.type === 'TSUnknownKeyword' || isSatisfied(node)) return;
	report(
		'Text from outside must not be a key of a plain object, which has `constructor` and `__proto__` from the start: use a Map, `ByName` for names that the program defines, or `emptyRecord` to fill (src/lib/json/maps.ts).',
	);
});

/** `satisfies Record<…>` checks names that the type checker knows. */
const isSatisfied = ({parent}: Syntax): boolean =>
	partsOf(parent).some(
		above =>
			above.type === 'TSSatisfiesExpression' ||
			(/^TSType(Reference|ParameterInstantiation)$/.test(above.type) && isSatisfied(above)),
	);

/** `[a, b]` and `is ? [a] : []`: as long as they are in the source. */
function isWrittenOut({type, elements, consequent, alternate}: Syntax): boolean {
	if (type === 'ArrayExpression') return partsOf(elements).every(({type}) => type !== 'SpreadElement');
	return type === 'ConditionalExpression' && [consequent, alternate].flatMap(partsOf).every(isWrittenOut);
}

/** Whether a name is the rest parameter of a function around the node. */
function isHandedOn(name: unknown, {parent}: Syntax): boolean {
	const [above] = partsOf(parent);
	if (!above) return false;
	const params = partsOf(above['params']);
	if (params.some(({type, argument}) => type === 'RestElement' && partsOf(argument)[0]?.['name'] === name))
		return true;
	return !params.some(param => param['name'] === name) && isHandedOn(name, above);
}

/** One call takes about 120,000 arguments and throws `RangeError` for more. */
const longArguments = rule(['CallExpression', 'NewExpression'], (node, _, report) => {
	const given = partsOf(node['arguments']);
	const isApply = partsOf(node['callee']).some(({property}) => partsOf(property)[0]?.['name'] === 'apply');
	const lists = given
		.filter(({type}) => type === 'SpreadElement')
		.flatMap(({argument}) => partsOf(argument))
		.concat(isApply ? given.slice(-1) : []);
	const isShort = (list: Syntax) =>
		isWrittenOut(list) || (list.type === 'Identifier' && isHandedOn(list['name'], node));
	if (!lists.every(isShort))
		report(
			'A call takes about 120,000 arguments. Do not spread a list into it: use a loop, or src/lib/lists/long-lists.ts.',
		);
});

/** `JSON.parse` and `.json()`. */
const jsonParsing = rule(['CallExpression'], ({callee, arguments: given}, _, report) => {
	const [called] = partsOf(callee);
	const name = partsOf(called?.['property'])[0]?.['name'];
	const isGlobal = partsOf(called?.['object'])[0]?.['name'] === 'JSON';
	if ((isGlobal && name === 'parse') || (name === 'json' && partsOf(given).length === 0))
		report('JSON from outside is read by src/lib/json, which limits its size and depth.');
});

/** In a file of a reducer: no dispatch, no notification. */
const pureReducers = rule(['Program'], (program, _, report) => {
	const isReducer = partsOf(program['body'])
		.flatMap(statement => [statement, ...partsOf(statement['declaration'])])
		.some(
			({type, id}) => type === 'FunctionDeclaration' && String(partsOf(id)[0]?.['name']).startsWith('reduce'),
		);
	const visit = (node: Syntax) => {
		const [called] = partsOf(node['callee']);
		const name = called?.['name'] ?? partsOf(called?.['property'])[0]?.['name'];
		if (node.type === 'CallExpression' && (name === 'dispatch' || name === 'notify'))
			report('Reducers are pure: move this to an effect or a command.', node);
		for (const [key, part] of Object.entries(node)) if (key !== 'parent') partsOf(part).forEach(visit);
	};
	if (isReducer) visit(program);
});

export const rules = {
	'module-imports': moduleImports,
	'feature-imports': featureImports,
	'injected-only': injectedOnly,
	'module-variables': moduleVariables,
	'keyed-records': keyedRecords,
	'long-arguments': longArguments,
	'json-parsing': jsonParsing,
	'pure-reducers': pureReducers,
};

// oxlint imports the default export of a plugin.
// oxlint-disable-next-line import/no-default-export
export default {meta: {name: 'rcondeck'}, rules};
