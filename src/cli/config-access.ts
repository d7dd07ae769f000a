import type {ConfigAccess} from '../app/kernel/config-access.ts';
import type {Config} from '../config/load.ts';

/** What a session may do with the configuration files of this user. */
export const configAccess = ({configDir}: Config): ConfigAccess => ({
	writeView: async (name, view) => {
		const {writeView} = await import('../config/write-view.ts');
		return problemOf(() => writeView(configDir, name, view && {...view, columns: view.columns?.slice()}));
	},
});

function problemOf(task: () => void): string | undefined {
	try {
		task();
		return undefined;
	} catch (error) {
		if (error instanceof Error) return error.message;
		throw error;
	}
}
