import {memo} from 'react';
import type {FittedServerColumn} from '../../app/servers/columns.ts';
import {useTui, useShown} from '../hooks.ts';
import {Line} from '../parts/line.tsx';
import {serverSpans, type ServerRowData} from './server-spans.ts';

type Props = ServerRowData & {columns: readonly FittedServerColumn[]};

/** Received text never contains it, since control codes are removed before they enter the state. */
const separator = '\0';

/** The row of a server. It is painted again when its record changes, or when one of its texts changes over time. */
export const ServerRow = memo(function ServerRow({columns, ...row}: Props) {
	const {theme} = useTui();
	const texts = useShown(now =>
		columns.map(({column, width}) => column.value(row, now, width)).join(separator),
	);
	return <Line spans={serverSpans(row, texts.split(separator), columns, theme.glyphs)} />;
});
