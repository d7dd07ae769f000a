/** Lets Ink place its boxes in tests as in the built file: `boxesForYoga` in `src/build/plugins.ts`. */
import {registerHooks} from 'node:module';

const {href} = new URL('../../src/lib/box-layout.ts', import.meta.url);
const url = `data:text/javascript,${encodeURIComponent(`export {boxLayout as default} from '${href}';`)}`;

registerHooks({
	resolve: (specifier, context, next) =>
		specifier === 'yoga-layout' && context.parentURL?.includes('/node_modules/ink/') === true
			? {url, shortCircuit: true}
			: next(specifier, context),
});
