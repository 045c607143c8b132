package io.hamstring.bench;

import io.hamstring.house.SourceRules;

/** This module's source text keeps the rules of the house. */
class SourcesTest implements SourceRules {}
