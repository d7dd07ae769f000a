import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {buildProgram} from './program.ts';
import {root} from './root.ts';

/**
Writes `dist/rcondeck.cdx.json`, a software bill of materials in CycloneDX: of everything that `npm sbom` reads from the
lockfile, the packages in the program. To npm they are development dependencies, like the tools of the build.
*/
const {values} = parseArgs({
	options: {out: {type: 'string', default: path.join(root, 'dist/rcondeck.cdx.json')}},
});

type Component = {
	'bom-ref': string;
	name: string;
	version: string;
	scope: string;
	properties: readonly {name: string}[];
};
type Bom = {
	metadata: {component: Component};
	components: readonly Component[];
	dependencies: readonly {ref: string; dependsOn?: readonly string[]}[];
};

const words = [
	'sbom',
	'--package-lock-only',
	'--sbom-format=cyclonedx',
	'--sbom-type=application',
	'--include=dev',
];
const answer = execFileSync('npm', words, {
	cwd: root,
	encoding: 'utf8',
	maxBuffer: 64 * 1024 * 1024,
	shell: process.platform === 'win32',
});
if (!answer.startsWith('{')) {
	// npm 9, which Debian 13 and Ubuntu 24.04 have, answers that it does not know the command.
	process.stderr.write('npm sbom needs npm 10 or newer: npm install --global npm\n');
	process.exit(1);
}
const bom = JSON.parse(answer) as Bom;
const {licenses} = await buildProgram();
const shipped = new Set(licenses.map(({name, version}) => `${name}@${version}`));
const isShipped = (ref: string) => shipped.has(ref);
const asShipped = (component: Component): Component => ({
	...component,
	scope: 'required',
	properties: component.properties.filter(({name}) => name !== 'cdx:npm:package:development'),
});
const {name} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {name: string};
const {component} = bom.metadata;
const ours: Bom = {
	...bom,
	// npm takes the name from the folder.
	metadata: {...bom.metadata, component: {...component, name}},
	components: bom.components.filter(found => isShipped(found['bom-ref'])).map(asShipped),
	dependencies: bom.dependencies
		.filter(({ref}) => isShipped(ref))
		.map(({ref, dependsOn = []}) => ({ref, dependsOn: dependsOn.filter(isShipped)})),
};
writeFileSync(values.out, `${JSON.stringify(ours, undefined, '\t')}\n`);
