const meant = (near: readonly string[]) => (near.length > 0 ? ` (did you mean ${near.join(' or ')}?)` : '');

/** Named views of the server list. */
export const viewsMessages = {
	menu: 'Show view',
	everything: 'all servers, without a view',
	item: (name: string, filter: string) => (filter === '' ? name : `${name}   ${filter}`),
	noSuchView: (name: string, names: readonly string[]) =>
		names.length === 0
			? `There is no view ${name}. "view save NAME" saves the filter, sort order and columns.`
			: `There is no view ${name}. Views: ${names.join(', ')}.`,
	nameNeeded: 'Name the view: up to 40 letters, digits, - or _, other than save and delete.',
	/** A problem of config.toml, without a full stop. */
	unknownSort: (view: string, id: string, near: readonly string[], sorts: readonly string[]) =>
		`views.${view}.sort: unknown sort order ${id}${meant(near)}; expected one of ${sorts.join(', ')}`,
	unknownColumn: (view: string, id: string, near: readonly string[], columns: readonly string[]) =>
		`views.${view}.columns: unknown column ${id}${meant(near)}; expected one of ${columns.join(', ')}`,
	unknownParts: (parts: readonly string[], sorts: readonly string[], columns: readonly string[]) =>
		`The view has unknown parts: ${parts.join(', ')}. Sort orders: ${sorts.join(', ')}. Columns: ${columns.join(', ')}.`,
	noSuchColumn: (ids: readonly string[], columns: readonly string[]) =>
		`Unknown column ${ids.join(', ')}. Columns: ${columns.join(', ')}.`,
	notWritten: (problem: string) => `The view was not saved: ${problem}`,
	saved: (name: string, isKnown: boolean) =>
		isKnown ? `View ${name} replaced in config.toml` : `View ${name} saved in config.toml`,
	deleted: (name: string) => `View ${name} deleted from config.toml`,
	cannotEdit: (key: string, file: string) => `${key} is written in a form that cannot be edited in ${file}.`,
	command: {
		title: 'Show a saved view',
		help: 'Show a named view of the server list: its filter, sort order and columns',
	},
	palette: {
		view: {
			usage: 'view [NAME]',
			help: 'Show a named view of the server list; "view save NAME" and "view delete NAME" change the configuration',
		},
		columns: {
			usage: 'columns [NAMES]',
			help: 'Choose the columns of the server list, in order; without names, all that fit',
		},
	},
	line: {
		view: {
			takes: '[NAME or save NAME or delete NAME]',
			help: 'List the servers of a named view; save or delete one in config.toml',
		},
		columns: {
			takes: '[NAMES]',
			help: 'Choose the facts that :servers shows, in order; without names, all',
		},
		allColumns: 'All columns are shown.',
		columnsAre: (ids: readonly string[]) => `Columns: ${ids.join(', ')}.`,
	},
};
