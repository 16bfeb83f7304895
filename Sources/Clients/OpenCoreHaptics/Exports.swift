// `import CoreHaptics` and `import UIKit` give an application Foundation as well; sources rely on it.
@_exported public import Foundation
