/** A real ClickHouse server for tests and for the local run, where Debian's is installed. */
package io.hamstring.broker.clickhouse;
