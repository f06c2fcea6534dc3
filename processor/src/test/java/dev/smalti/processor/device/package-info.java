/** Where tiles lie on a device. */
@NullMarked
package dev.smalti.processor.device;

import org.jspecify.annotations.NullMarked;
