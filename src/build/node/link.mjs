// Puts the Node.js of this repository before any other in the scripts of package.json. npm 9, which Debian 13 and
// Ubuntu 24.04 have, removes `node_modules/.bin/node` together with the packages for other platforms. Not in
// TypeScript: any Node.js runs this.
import {existsSync, readFileSync, rmSync, symlinkSync} from 'node:fs';

const {optionalDependencies} = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const name = Object.keys(optionalDependencies).find(one => existsSync(`node_modules/${one}/bin/node`));
const link = 'node_modules/.bin/node';
if (name !== undefined && !existsSync(link)) {
	// A link to a package that is gone.
	rmSync(link, {force: true});
	symlinkSync(`../${name}/bin/node`, link);
}

// npm omits optional packages for newer versions of the Node.js on which it runs: those of the linter and the test runner.
const [, version = '', major, minor] =
	/node\/v((\d+)\.(\d+)\.\d+)/.exec(process.env['npm_config_user_agent'] ?? '') ?? [];
if (Number(major) < 20 || (Number(major) === 20 && Number(minor) < 19))
	process.stdout.write(
		`npm runs on Node.js ${version} and omits packages: npm start works, but \`npm test\` needs 20.19 or later.\n`,
	);
