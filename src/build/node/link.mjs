// Puts the Node.js of this repository before any other in the scripts of package.json. npm 9, which Debian 13 and
// Ubuntu 24.04 have, removes `node_modules/.bin/node` together with the packages for other platforms. Not in
// TypeScript: any Node.js runs this.
import {existsSync, readFileSync, symlinkSync} from 'node:fs';

const {optionalDependencies} = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const name = Object.keys(optionalDependencies).find(one => existsSync(`node_modules/${one}/bin/node`));
const link = 'node_modules/.bin/node';
if (name !== undefined && !existsSync(link)) symlinkSync(`../${name}/bin/node`, link);
